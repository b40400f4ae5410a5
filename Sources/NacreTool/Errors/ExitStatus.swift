import DomainKit
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The exit status of the program.
///
/// This type alone maps failures to statuses. Statuses from 64 on are those of BSD's `sysexits.h`.
struct ExitStatus: Hashable {
    /// The number that the shell sees.
    let code: Int32

    /// The signal that ended the program, if any; the process ends by it, so that the shell sees it.
    var signal: Int32?

    /// The command succeeded.
    static let success = ExitStatus(code: 0)

    /// Any other failure.
    static let failure = ExitStatus(code: 1)

    /// A conflict: a stream is not at the expected version, or a value that must be unique is taken.
    static let conflict = ExitStatus(code: 2)

    /// The events are recorded, but the read model does not show them yet.
    static let notShown = ExitStatus(code: 3)

    /// The command line is invalid.
    static let usage = ExitStatus(code: 64)

    /// Bad input, or damaged data.
    static let badData = ExitStatus(code: 65)

    /// The store, stream, file or entity does not exist.
    static let noInput = ExitStatus(code: 66)

    /// A server does not answer: the log of a replicated store.
    static let unavailable = ExitStatus(code: 69)

    /// The store or the file cannot be created.
    static let cannotCreate = ExitStatus(code: 73)

    /// Reading or writing failed.
    static let inputOutput = ExitStatus(code: 74)

    /// A signal asked the program to end: the status is 128 plus its number, as a shell reports it.
    static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal, signal: signal) }

    /// Ends the process; after a signal, by that same signal, so that a shell loop around it ends too.
    func endProcess() -> Never {
        if let number = signal {
            #if canImport(Glibc)
                Glibc.signal(number, SIG_DFL)
            #elseif canImport(Musl)
                Musl.signal(number, SIG_DFL)
            #else
                Darwin.signal(number, SIG_DFL)
            #endif
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, number)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            raise(number)
        }
        exit(code)
    }
}

extension ExitStatus {
    /// The status of a failure.
    ///
    /// - Parameter error: The failure; not one of the argument parser, which has exit statuses of its own.
    init(of error: any Error) {
        self =
            switch error {
            case let error as EventStoreError: ExitStatus(of: error)
            case let error as DamagedStore: ExitStatus(of: error.cause)
            case let error as FileError: ExitStatus(of: error)
            case let error as CommandError: ExitStatus(of: error)
            case is RecordedNotShown: .notShown
            case let error as StoppedImport: ExitStatus(of: error.cause)
            case let error as Interruption: .interrupted(by: error.signal)
            case _ where error.isConflict: .conflict
            case is DomainKit.ValidationError, is TimeError, is ImportError, is NDJSONError, is JSONError,
                is EventDecodingError:
                .badData
            default: .failure
            }
    }

    private init(of error: EventStoreError) {
        self =
            switch error.code {
            case .conflict: .conflict
            case .invalidArgument, .reservedStream, .idempotencyMismatch, .noSuchPosition, .damaged, .notAStore,
                .newerFormat, .newerReadModel, .otherProjection, .eventsLost, .diverged:
                .badData
            case .unreachable: .unavailable
            case .noSuchStore: .noInput
            case .cannotCreate: .cannotCreate
            case .inputOutput, .diskFull, .appendsStopped, .locked: .inputOutput
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
            case .noSuchStream, .noSuchEvent, .noSuchProjection, .noSuchProcess, .noSuchDecider, .noSuchField,
                .noSuchRow, .noSuchItem:
                .noInput
            case .badInput, .faultsFound: .badData
            case .fileExists: .cannotCreate
            case .notShown: .notShown
            default: .failure
            }
    }
}
