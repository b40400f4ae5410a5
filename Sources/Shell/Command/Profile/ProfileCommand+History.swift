import ArgumentParser
import Nacre
import NacreTool
import ProfileDomain
import Shell

extension ProfileCommand {
    /// The command `nacre profile history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what has happened to a profile.",
            discussion: """
                The events of its stream, those of types that are not the profile's own too.

                Example:
                  nacre profile history u-1
                """)

        @OptionGroup var user: UserArgument
        @OptionGroup var format: FormatOptions
        @OptionGroup var store: StoreOptions<NacreProgram>

        func run() async throws {
            try await store.withApplication(.reading) { application in
                guard try await application.store.version(of: user.stream) > 0 else {
                    throw ProfileError(code: .notFound, user: user.id)
                }
                try await application.store.list(
                    EventSelection(stream: user.stream), format.format, tool: NacreProgram.name)
            }
        }
    }
}
