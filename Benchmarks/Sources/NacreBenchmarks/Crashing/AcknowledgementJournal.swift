import Foundation
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What one writer of a child called and was told, in a file outside of the store: it outlives the child.
///
/// Each record is handed to the kernel by one call before the writer goes on, so that a kill takes none that was written
/// but the one that it fell into. Records are words of 8 bytes, little-endian: the kind with the number of streams
/// behind it, the commit, for an acknowledgement the first and the last position and the version of each stream, and a
/// checksum of the words before it.
final class AcknowledgementJournal: Sendable {
    private let file: Int32
    private let path: String

    /// Makes the journal of a writer.
    ///
    /// - Parameter path: Where there is no file yet.
    /// - Throws: ``HarnessError`` where it cannot be made.
    init(creating path: String) throws {
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o600)
        guard file >= 0 else {
            throw HarnessError(
                .cannotCreate, "the journal \(path) cannot be made: \(String(cString: strerror(errno)))")
        }
        self.path = path
    }

    deinit {
        close(file)
    }

    /// Notes that a commit is about to be appended.
    func invoke(_ commit: UInt64) throws {
        try write([Kind.invocation.rawValue, commit])
    }

    /// Notes that a commit was acknowledged.
    func acknowledge(_ commit: UInt64, _ answer: CrashAnswer) throws {
        try write(
            [Kind.acknowledgement.rawValue | UInt64(answer.versions.count) << 8, commit, answer.first, answer.last]
                + answer.versions)
    }

    private func write(_ words: [UInt64]) throws {
        let record = words + [Self.checksum(words[...])]
        // A signal may interrupt nothing of it: writes to a file of this size are not split.
        let written = record.map(\.littleEndian).withUnsafeBytes { bytes in
            #if canImport(Glibc)
                Glibc.write(file, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                Musl.write(file, bytes.baseAddress, bytes.count)
            #else
                Darwin.write(file, bytes.baseAddress, bytes.count)
            #endif
        }
        guard written == record.count * 8 else {
            throw HarnessError(
                .inputOutput, "the journal \(path) cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    private enum Kind: UInt64 {
        case invocation = 1
        case acknowledgement = 2
    }

    private static func checksum(_ words: ArraySlice<UInt64>) -> UInt64 {
        words.reduce(0x6A6F_7572_6E61_6C21) { SplitMix64.hash($0 ^ $1) }
    }
}

extension AcknowledgementJournal {
    /// What a journal holds.
    struct Contents: Hashable, Sendable {
        /// The commits that were acknowledged, in the order in which they were.
        var acknowledged: [Acknowledged] = []

        /// The commit that was called and not answered, where there is one.
        var inFlight: UInt64?

        /// The bytes of the record that a kill fell into: nothing is taken from them.
        var tornBytes = 0
    }

    /// A commit with its answer.
    struct Acknowledged: Hashable, Sendable {
        var commit: UInt64
        var answer: CrashAnswer
    }

    /// Reads a journal.
    ///
    /// - Parameter path: The file; a journal that was not made holds nothing.
    /// - Returns: What it holds, up to the first record that is not whole.
    /// - Throws: ``HarnessError`` where it cannot be read.
    static func read(_ path: String) throws -> Contents {
        guard FileManager.default.fileExists(atPath: path) else { return Contents() }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw HarnessError(.inputOutput, "the journal \(path) cannot be read: \(systemReason(error))")
        }
        return contents(of: [UInt8](data))
    }

    /// What the bytes of a journal hold.
    static func contents(of bytes: [UInt8]) -> Contents {
        let words = (0..<bytes.count / 8).map { bytes.span.bytes.word(at: $0 * 8) }
        var contents = Contents()
        var at = 0
        while at < words.count, let kind = Kind(rawValue: words[at] & 0xFF) {
            let streams = words[at] >> 8
            guard streams <= UInt64(words.count) else { break }
            let length = kind == .invocation ? 2 : 4 + Int(streams)
            guard at + length < words.count, words[at + length] == checksum(words[at..<at + length]) else { break }
            let commit = words[at + 1]
            switch kind {
            case .invocation: contents.inFlight = commit
            case .acknowledgement:
                let answer = CrashAnswer(
                    first: words[at + 2], last: words[at + 3], versions: Array(words[(at + 4)..<(at + length)]))
                contents.acknowledged.append(Acknowledged(commit: commit, answer: answer))
                if contents.inFlight == commit { contents.inFlight = nil }
            }
            at += length + 1
        }
        contents.tornBytes = bytes.count - at * 8
        return contents
    }
}
