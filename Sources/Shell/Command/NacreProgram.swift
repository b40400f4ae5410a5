import ArgumentParser
import DomainKit
import ItemsDomain
import NacreLMDB
import NacreReplicated
import NacreRuntime
import NacreTool
import ProfileDomain
import Shell

#if Server || All
    import AuthDomain
    import AuthSecrets
    import AuthSessions
    import FeatureAPI
    import NacreInspector
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
        [
            CommandGroup(
                name: "Use cases", subcommands: [DemoCommand.self, ItemsCommand.self, ProfileCommand.self] + accounts)
        ] + serving

    // OPS-18: Optional products are behind package traits that are off by default.
    #if Server || All
        private static let accounts: [any ParsableCommand.Type] = [AuthCommand.self]
        private static let serving = [
            CommandGroup(name: "Serving", subcommands: [ServeCommand.self, SecretsCommand.self]),
            CommandGroup(name: "In the browser", subcommands: [InspectCommand<NacreProgram>.self]),
        ]
    #else
        private static let accounts: [any ParsableCommand.Type] = []
        private static let serving: [CommandGroup] = []
    #endif

    static let replicatedLogs = ReplicatedLogAddress.examples

    static func engine(_ store: StoreLocation) -> NacreEngine {
        NacreEngine(at: store.path, over: store.log, options: .init(logger: store.logger))
    }

    static func exitCode(for error: any Error) -> Int32? {
        // FEAT-19: A taken screen name is a conflict.
        switch error {
        case let error as ItemError:
            switch error.code {
            case .notFound: 66
            case .notShown: 3
            case .networkUnreachable: 69
            case .sessionExpired: 77
            default: error.isConflict ? 2 : 1
            }
        case let error as ProfileError:
            switch error.code {
            case .notShown: 3
            case .notFound: 66
            case .networkUnreachable: 69
            case .sessionExpired: 77
            case .screenNameTaken: 2
            default: error.isConflict ? 2 : 1
            }
        case let error as ReplicatedLogError: error.exitCode
        case let error as PersonalDataError where error.code == .erased: 65
        default: serverExitCode(for: error)
        }
    }

    private static func serverExitCode(for error: any Error) -> Int32? {
        #if Server || All
            switch error {
            case ServerError.invalidCertificate, is SMTPError: return 65
            case let error as AuthError: return error.exitCode
            case let error as SecretsError: return error.exitCode
            case let error as SessionStorageError: return error.exitCode
            case let error as APIError: return error.exitCode
            case is NotSignedIn: return 77
            default: return nil
            }
        #else
            return nil
        #endif
    }
}
