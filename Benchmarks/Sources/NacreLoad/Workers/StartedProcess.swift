package import Foundation
import Subprocess
import Synchronization

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A child process in a process group of its own.
///
/// Signals of the terminal do not reach the child: this process ends it. Stopping this process, as with Ctrl-Z, does
/// not stop the child.
///
/// Foundation's `Process` is unsuitable: it reads beyond the end of the list of open files, and crashes if there are
/// more than a thousand (swift-corelibs-foundation, pull request 5472).
package final class StartedProcess: Sendable {
    /// A program, its arguments and its streams.
    package struct Call: Sendable {
        var executable: URL

        /// Its arguments, without its name.
        var arguments: [String]

        /// The working directory; `nil` for that of this process.
        var directory: URL?

        /// Its standard input, output and error.
        var input: Stream
        var output: Stream
        var errors: Stream

        /// The signal sent to it when this process is interrupted; `nil` if the caller handles that.
        var endedBy: Int32?

        package init(
            executable: URL, arguments: [String] = [], directory: URL? = nil, input: Stream = .null,
            output: Stream = .null, errors: Stream = .inherited, endedBy: Int32? = nil
        ) {
            (self.executable, self.arguments, self.directory) = (executable, arguments, directory)
            (self.input, self.output, self.errors, self.endedBy) = (input, output, errors, endedBy)
        }
    }

    /// A standard stream of a process.
    package enum Stream: Sendable {
        /// Empty input, and discarded output.
        case null

        case inherited

        /// A new file, accessible to its owner only.
        case file(URL)

        /// The end of a file, which is created if missing, accessible to its owner only.
        case endOfFile(URL)

        /// An open handle, which stays open here.
        case handle(FileHandle)
    }

    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)

        /// Unknown, for this reason.
        case unknown(String)

        package var isKill: Bool { self == .signal(SIGKILL) }

        /// Its exit code; for a signal, 128 plus the signal's number, as in a shell.
        package var exitCode: Int32 {
            switch self {
            case .exit(let code): code
            case .signal(let signal): 128 + signal
            case .unknown: HarnessError.Kind.other.rawValue
            }
        }

        package var inWords: String {
            switch self {
            case .exit(let code): "ended by itself with exit code \(code)"
            case .signal(let signal): "was ended by signal \(signal)"
            case .unknown(let reason): "ended in an unknown way: \(reason)"
            }
        }
    }

    package let processID: Int32
    private let end: Task<Ending, Never>
    private let hasEnded: StopSign

    /// Starts a process.
    ///
    /// When it has ended, ``RunningProcesses`` removes it.
    package init(_ call: Call) async throws {
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
        // A caller that is cancelled meanwhile still gets the process, to end it.
        processID = try await Task {
            for try await processID in start.stream { return processID }
            throw CancellationError()
        }.value
    }

    /// Whether it has not ended yet, according to the system, so that the answer does not wait for a thread.
    package var isRunning: Bool {
        guard !hasEnded.isRaised else { return false }
        var state = siginfo_t()
        return waitid(P_PID, id_t(processID), &state, WEXITED | WNOHANG | WNOWAIT) == 0 && state.si_signo == 0
    }

    package func ending() async -> Ending { await end.value }
}

/// A stream of a process as a descriptor; a descriptor opened for the process is closed with the last reference.
private final class OpenStream: Sendable {
    let descriptor: FileDescriptor
    private let stream: StartedProcess.Stream

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
        // The descriptor is closed even if closing fails.
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
