import Foundation
import Subprocess
import Synchronization

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A process that this one has started, in a process group of its own.
///
/// A terminal that interrupts this one, or is gone, leaves the other to it; one that stops this one, as with Ctrl-Z,
/// lets the other go on.
///
/// Foundation's `Process` will not do: it reads the list of what is open beyond its end, and crashes where that is more
/// than a thousand files (swift-corelibs-foundation, pull request 5472).
final class StartedProcess: Sendable {
    /// A program, and what it is given.
    struct Call: Sendable {
        var executable: URL

        /// Its arguments, without its name.
        var arguments: [String] = []

        /// Where it runs; `nil` where this process does.
        var directory: URL?

        /// Its standard input, output and error.
        var input = Stream.null
        var output = Stream.null
        var errors = Stream.inherited

        /// What ends it where this process is interrupted; `nil` where whoever started it sees to that.
        var endedBy: Int32?
    }

    /// What a process reads or writes.
    enum Stream: Sendable {
        /// What is empty, and takes whatever is written.
        case null

        /// This process's own.
        case inherited

        /// A file, which is made anew, for its owner alone.
        case file(URL)

        /// The end of a file, which is made, for its owner alone, where there is none.
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
    init(_ call: Call) async throws {
        var options = PlatformOptions()
        options.processGroupID = 0
        let configuration = Configuration(
            executable: .path(FilePath(call.executable.path)), arguments: Arguments(call.arguments),
            workingDirectory: call.directory.map { FilePath($0.path) }, platformOptions: options)
        let input = try OpenStream(call.input, .standardInput)
        let output = try OpenStream(call.output, .standardOutput)
        let errors = try OpenStream(call.errors, .standardError)
        if call.endedBy != nil { try RunningProcesses.announceStart() }
        let hasEnded = StopSign()
        let start = AsyncThrowingStream<Int32, any Error>.makeStream()
        end = Task.detached {
            let started = Mutex<Int32?>(nil)
            defer {
                hasEnded.raise()
                if let processID = started.withLock(\.self) { RunningProcesses.forget(processID) }
                withExtendedLifetime((input, output, errors)) {}
            }
            do {
                let result = try await run(
                    configuration, input: .fileDescriptor(input.descriptor, closeAfterSpawningProcess: false),
                    output: .fileDescriptor(output.descriptor, closeAfterSpawningProcess: false),
                    error: .fileDescriptor(errors.descriptor, closeAfterSpawningProcess: false)
                ) { execution in
                    let processID = execution.processIdentifier.value
                    started.withLock { $0 = processID }
                    if let signal = call.endedBy { RunningProcesses.note(processID, endedBy: signal) }
                    start.continuation.yield(processID)
                }
                return switch result.terminationStatus {
                case .exited(let code): .exit(code)
                case .signaled(let signal): .signal(signal)
                }
            } catch {
                if call.endedBy != nil, started.withLock(\.self) == nil { RunningProcesses.giveUpStart() }
                start.continuation.finish(
                    throwing: HarnessError("\(call.executable.path) cannot be started: \(systemReason(error))"))
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
    func ending() async -> Ending { await end.value }
}

/// A stream of a process as a descriptor, which is closed with the last reference where it was opened for the process.
private final class OpenStream: Sendable {
    let descriptor: FileDescriptor
    private let stream: StartedProcess.Stream

    /// Opens what is not open yet.
    init(_ stream: StartedProcess.Stream, _ inherited: FileDescriptor) throws {
        self.stream = stream
        switch stream {
        case .null: descriptor = try Self.open("/dev/null", .readWrite, [])
        case .inherited: descriptor = inherited
        case .file(let url): descriptor = try Self.open(url.path, .writeOnly, [.append, .create, .truncate])
        case .endOfFile(let url): descriptor = try Self.open(url.path, .writeOnly, [.append, .create])
        case .handle(let handle): descriptor = FileDescriptor(rawValue: handle.fileDescriptor)
        }
    }

    deinit {
        switch stream {
        // A descriptor is gone whatever closing it says.
        case .null, .file, .endOfFile: try? descriptor.close()
        case .inherited, .handle: break
        }
    }

    private static func open(
        _ path: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
    ) throws -> FileDescriptor {
        try reporting("\(path) cannot be opened", as: .cannotCreate) {
            return try FileDescriptor.open(
                path, mode, options: options.union(.closeOnExec), permissions: [.ownerReadWrite])
        }
    }
}
