#if Server || All
    import ArgumentParser
    import DomainKit
    import FeatureAPI
    import NacreTool

    /// The option `--server`.
    struct ServerOption: ParsableArguments {
        @Option(
            name: .customLong("server"),
            help: ArgumentHelp(
                "The address of a server, in place of a store; http only on this machine.", valueName: "url"),
            transform: parse)
        var address: ServerAddress?

        /// Validates that a command is meant for one place.
        ///
        /// - Parameter store: The command's other option.
        /// - Throws: `ValidationError` if both are given.
        func validate(beside store: StoreOptions<NacreProgram>) throws {
            guard address == nil || !store.isGiven else {
                throw ArgumentParser.ValidationError("--server and --store both name a place: give only one of them")
            }
        }

        @Sendable
        private static func parse(_ text: String) throws -> ServerAddress {
            do { return try ServerAddress(text) } catch { throw ArgumentParser.ValidationError(error.message) }
        }
    }
#endif
