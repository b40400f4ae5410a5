import DomainKit
import ItemsDomain
import Nacre
import ProfileDomain

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// With which status the program ends.
///
/// This is the one place that says which failure has which status. From 64 on they are those of BSD's `sysexits.h`.
struct ExitStatus: Hashable {
    /// The number that the shell sees.
    let code: Int32

    /// All went well.
    static let success = ExitStatus(code: 0)

    /// Any other failure.
    static let failure = ExitStatus(code: 1)

    /// A conflict: a stream is not at the version that was expected.
    static let conflict = ExitStatus(code: 2)

    /// The command line is not one that the program knows.
    static let usage = ExitStatus(code: 64)

    /// Bad input, or damaged data.
    static let badData = ExitStatus(code: 65)

    /// No such store, stream, file, item or profile.
    static let noInput = ExitStatus(code: 66)

    /// The store or the file cannot be created.
    static let cannotCreate = ExitStatus(code: 73)

    /// Reading or writing failed.
    static let inputOutput = ExitStatus(code: 74)

    /// Ends the process.
    func endProcess() -> Never { exit(code) }
}

extension ExitStatus {
    /// The status of a failure.
    ///
    /// - Parameter error: The failure; of a command line that cannot be parsed, the argument parser knows the status.
    init(of error: any Error) {
        self =
            switch error {
            case let error as EventStoreError: ExitStatus(of: error)
            case let error as FileError: ExitStatus(of: error)
            case let error as CommandError: ExitStatus(of: error)
            case let error as ItemError: error.code == .notFound ? .noInput : .failure
            case let error as ProfileError: error.code == .notFound ? .noInput : .failure
            case is ConcurrencyConflict: .conflict
            case is DomainKit.ValidationError, is TimeError, is ImportError, is NDJSONError, is JSONError: .badData
            default: .failure
            }
    }

    private init(of error: EventStoreError) {
        self =
            switch error.code {
            case .conflict: .conflict
            case .invalidArgument, .idempotencyMismatch, .noSuchPosition, .damaged, .notAStore, .newerFormat: .badData
            case .noSuchStore: .noInput
            case .cannotCreate: .cannotCreate
            case .inputOutput, .appendsStopped: .inputOutput
            default: .failure
            }
    }

    private init(of error: FileError) {
        self =
            switch error.code {
            case _ where error.systemError == EPIPE: .success
            case .noSuchFile: .noInput
            case .cannotCreate: .cannotCreate
            default: .inputOutput
            }
    }

    private init(of error: CommandError) {
        self =
            switch error.code {
            case .noSuchStream, .noSuchProjection: .noInput
            case .badInput, .faultsFound: .badData
            default: .failure
            }
    }
}
