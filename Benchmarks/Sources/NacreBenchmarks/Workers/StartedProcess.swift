import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that this one has started.
///
/// Foundation's `Process` will not do: it reads the list of what is open beyond its end, and crashes where that is more
/// than a thousand files (swift-corelibs-foundation, pull request 5472).
final class StartedProcess: Sendable {
    /// A program, and what it is given.
    struct Call: Sendable {
        /// The program.
        var executable: URL

        /// Its arguments, without its name.
        var arguments: [String] = []

        /// Where it runs; `nil` where this process does.
        var directory: URL?

        /// Its standard input, output and error.
        var input = Stream.null
        var output = Stream.null
        var errors = Stream.inherited
    }

    /// What a process reads or writes.
    enum Stream: Sendable {
        /// What is empty, and takes whatever is written.
        case null

        /// This process's own.
        case inherited

        /// The end of a file, which is made where there is none.
        case endOfFile(URL)

        /// What is open already, and stays open here.
        case handle(FileHandle)
    }

    /// How a process ended.
    enum Ending: Hashable, Sendable {
        /// By itself, with this code.
        case exit(Int32)

        /// By this signal.
        case signal(Int32)

        /// Nobody can tell how, for this reason.
        case unknown(String)

        /// Whether it was killed, and had not ended before.
        var isKill: Bool { self == .signal(SIGKILL) }

        /// Its exit code; 128 and the number of the signal that ended it, as a shell has it.
        var exitCode: Int32 {
            switch self {
            case .exit(let code): code
            case .signal(let signal): 128 + signal
            case .unknown: HarnessError.Kind.other.rawValue
            }
        }

        /// How it ended, in words.
        var inWords: String {
            switch self {
            case .exit(let code): "ended by itself with exit code \(code)"
            case .signal(let signal): "was ended by signal \(signal)"
            case .unknown(let reason): "ended, and nobody can tell how: \(reason)"
            }
        }
    }

    let processID: Int32
    private let end: Task<Ending, Never>
    private let hasEnded: StopSign

    /// Starts a process.
    ///
    /// When it has ended, ``RunningProcesses`` forgets it.
    ///
    /// - Parameter call: What is started.
    /// - Throws: `SubprocessError` where it cannot be started, `Errno` where a file cannot be opened.
    init(_ call: Call) async throws {
        let configuration = Configuration(
            executable: .path(FilePath(call.executable.path)), arguments: Arguments(call.arguments),
            workingDirectory: call.directory.map { FilePath($0.path) })
        let input = try OpenStream(call.input, .standardInput)
        let output = try OpenStream(call.output, .standardOutput)
        let errors = try OpenStream(call.errors, .standardError)
        let hasEnded = StopSign()
        let start = AsyncThrowingStream<Int32, any Error>.makeStream()
        end = Task.detached {
            do {
                let result = try await run(
                    configuration,
                    input: .fileDescriptor(input.descriptor, closeAfterSpawningProcess: input.isOwned),
                    output: .fileDescriptor(output.descriptor, closeAfterSpawningProcess: output.isOwned),
                    error: .fileDescriptor(errors.descriptor, closeAfterSpawningProcess: errors.isOwned)
                ) { start.continuation.yield($0.processIdentifier.value) }
                hasEnded.raise()
                RunningProcesses.forget(result.processIdentifier.value)
                return switch result.terminationStatus {
                case .exited(let code): .exit(code)
                case .signaled(let signal): .signal(signal)
                }
            } catch {
                hasEnded.raise()
                start.continuation.finish(throwing: error)
                return .unknown(systemReason(error))
            }
        }
        self.hasEnded = hasEnded
        // Whoever is cancelled meanwhile has the process all the same, to end it.
        processID = try await Task {
            for try await processID in start.stream { return processID }
            throw CancellationError()
        }.value
    }

    /// Whether it has not ended yet; asked of the system, so that the answer waits for no thread.
    var isRunning: Bool {
        guard !hasEnded.isRaised else { return false }
        var state = siginfo_t()
        return waitid(P_PID, id_t(processID), &state, WEXITED | WNOHANG | WNOWAIT) == 0 && state.si_signo == 0
    }

    /// Waits until it has ended.
    ///
    /// - Returns: How it ended.
    func ending() async -> Ending { await end.value }
}

/// A stream of a process as a descriptor.
private struct OpenStream {
    let descriptor: FileDescriptor

    /// Whether it was opened for the process alone.
    let isOwned: Bool

    init(_ stream: StartedProcess.Stream, _ inherited: FileDescriptor) throws {
        switch stream {
        case .null: (descriptor, isOwned) = (try FileDescriptor.open("/dev/null", .readWrite), true)
        case .inherited: (descriptor, isOwned) = (inherited, false)
        case .handle(let handle): (descriptor, isOwned) = (FileDescriptor(rawValue: handle.fileDescriptor), false)
        case .endOfFile(let url):
            isOwned = true
            descriptor = try FileDescriptor.open(
                url.path, .writeOnly, options: [.append, .create, .closeOnExec], permissions: [.ownerReadWrite])
        }
    }
}
