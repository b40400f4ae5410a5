#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The process that holds a file's write lock.
public struct WriteLockHolder: Sendable, Hashable {
    /// Its process id in its own namespace; `nil` if the system does not report it.
    public let processID: Int32?

    /// Whether a signal has stopped it, so that it does not continue by itself.
    public let isStopped: Bool

    /// Whether it is this process: another of its threads holds the lock.
    public let isThisProcess: Bool

    /// Describes a process by its id.
    ///
    /// - Parameter processID: The id; `nil` if unknown.
    public init(processID: Int32?) {
        self.processID = processID
        isThisProcess = processID == getpid()
        isStopped = processID.map(Self.isStopped) ?? false
    }

    /// Describes the process that holds a `flock` lock on a file or folder; Linux lists these.
    ///
    /// - Parameter descriptor: A descriptor of the file or folder.
    public init(ofLock descriptor: Int32) {
        self.init(processID: Self.processID(ofLock: descriptor))
    }

    private static func processID(ofLock descriptor: Int32) -> Int32? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, let text = text(of: "/proc/locks") else { return nil }
        // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:16236587 0 EOF
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)") else { continue }
            return Int32(words[4])
        }
        return nil
    }

    /// The contents of a short system file.
    private static func text(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe read(descriptor, &part, part.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += part[..<count]
        }
    }

    private static func isStopped(_ processID: Int32) -> Bool {
        #if canImport(Darwin)
            return false
        #else
            // The state follows the process name, which is in parentheses and may contain some itself.
            guard let text = text(of: "/proc/\(processID)/stat"), let end = text.lastIndex(of: ")") else {
                return false
            }
            return ["T", "t"].contains(text[end...].dropFirst(2).prefix(1))
        #endif
    }

    /// The remedy, as a clause.
    public var remedy: String {
        if isThisProcess { return "end the long transaction of this process" }
        guard let processID else { return "end the process that has the file open" }
        return isStopped
            ? "resume it (kill -CONT \(processID)), or end it (kill -KILL \(processID))"
            : "wait for it, or end it (kill \(processID))"
    }
}

extension WriteLockHolder: CustomStringConvertible {
    /// The process in words, such as `process 4711, which is stopped,`.
    public var description: String {
        if isThisProcess { return "another thread of this process" }
        guard let processID else { return "another process" }
        return isStopped ? "process \(processID), which is stopped," : "process \(processID)"
    }
}
