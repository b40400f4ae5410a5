import Nacre
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A command line that the shell runs, with variables added to this process's environment.
///
/// Its output goes to standard error: standard output is for results.
struct ShellCommand: Sendable {
    /// How a command ended.
    enum Outcome: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    private let line: String
    private let executor = SerialBlockingExecutor(named: "command")

    init(_ line: String) {
        self.line = line
    }

    /// Runs the command and waits for its end, which cancelling the task brings about.
    ///
    /// - Parameter variables: The variables.
    /// - Returns: How it ended.
    /// - Throws: ``CommandError`` if the shell cannot be started; `CancellationError`.
    func run(with variables: [String: String]) async throws -> Outcome {
        let child = Child()
        let outcome = try await withTaskCancellationHandler {
            try await executor.run { [line] in try Self.run(line, with: variables, as: child) }
        } onCancel: {
            child.end()
        }
        try Task.checkCancellation()
        return outcome
    }

    private static func run(_ line: String, with variables: [String: String], as running: Child) throws -> Outcome {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        // This process ignores some signals, such as that of a closed pipe; a pipeline needs them.
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // A signal should reach all that the command starts. At a terminal, only the group of this process may read.
        let isGroup = isatty(STDIN_FILENO) == 0
        let group = isGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | Int32(group)))
        let (arguments, environment) = (copies(["/bin/sh", "-c", line]), copies(environment(with: variables)))
        defer { for text in arguments + environment { free(text) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments + [nil], environment + [nil])
        guard code == 0 else {
            throw CommandError(.badInput, "the command cannot be started: \(String(cString: strerror(code)))")
        }
        running.begin(isGroup ? -child : child)
        defer { running.begin(nil) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            let code = errno
            guard code == EINTR else {
                throw CommandError(.badInput, "the command's end is not known: \(String(cString: strerror(code)))")
            }
        }
        // The macros WIFEXITED and WEXITSTATUS, which are not imported.
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
    }

    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } }

    private static func environment(with variables: [String: String]) -> [String] {
        var all = variables.map { "\($0.key)=\($0.value)" }
        var next = environ
        while let text = next.pointee {
            let entry = String(cString: text)
            if !variables.keys.contains(where: { entry.hasPrefix($0 + "=") }) { all.append(entry) }
            next += 1
        }
        return all
    }
}

/// The process of a command, which may be asked to end at any time.
private final class Child: Sendable {
    private let state = Mutex((target: pid_t?.none, isEnded: false))

    /// Sets the process, or the group of processes by its negative number; `nil` if there is none any more.
    func begin(_ target: pid_t?) {
        state.withLock { state in
            state.target = target
            if state.isEnded { Self.end(target) }
        }
    }

    /// Asks the process to end, now or as soon as it begins.
    func end() {
        state.withLock { state in
            state.isEnded = true
            Self.end(state.target)
        }
    }

    private static func end(_ target: pid_t?) {
        if let target { kill(target, SIGTERM) }
    }
}
