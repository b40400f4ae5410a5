import ArgumentParser
import DomainKit
import ItemsDomain
import NacreLMDB
import NacreRuntime
import NacreTool
import ProfileDomain
import Shell

#if Server || All
    import ShellServer
#endif

/// The command `nacre`: the generic store commands over the shell's features, and the commands for their use cases.
@main
struct NacreProgram: StoreTool {
    static let name = "nacre"
    static let version = "0.1.0"
    static let abstract = "An embedded event store: append, read, replay and inspect a log of events."
    static let examples = ["demo", #"items add "Buy milk""#, "items list"]
    static var features: Features { Application.features(welcomingProfiles: true) }
    static let commands =
        [CommandGroup(name: "Use cases", subcommands: [DemoCommand.self, ItemsCommand.self, ProfileCommand.self])]
        + serving

    // OPS-18: Optional products are behind package traits that are off by default.
    #if Server || All
        private static let serving = [CommandGroup(name: "Serving", subcommands: [ServeCommand.self])]
    #else
        private static let serving: [CommandGroup] = []
    #endif

    static func engine(_ store: StoreLocation) -> LMDBEngine {
        .lmdb(at: store.path, options: .init(logger: store.logger))
    }

    static func exitCode(for error: any Error) -> Int32? {
        // FEAT-19: A taken screen name is a conflict.
        switch error {
        case let error as ItemError:
            switch error.code {
            case .notFound: 66
            case .notShown: 3
            default: error.isConflict ? 2 : 1
            }
        case let error as ProfileError:
            switch error.code {
            case .notShown: 3
            case .notFound: 66
            case .screenNameTaken: 2
            default: error.isConflict ? 2 : 1
            }
        default: serverExitCode(for: error)
        }
    }

    private static func serverExitCode(for error: any Error) -> Int32? {
        #if Server || All
            if case .invalidCertificate = error as? ServerError { return 65 }
        #endif
        return nil
    }
}
