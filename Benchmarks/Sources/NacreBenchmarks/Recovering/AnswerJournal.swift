import Foundation
import Nacre
import Synchronization

/// What a process was told before it was killed, in a file outside the store: the system keeps what was written to it
/// whatever becomes of the process.
final class AnswerJournal: Sendable {
    /// One acknowledged append.
    struct Entry: Hashable, Sendable {
        /// Its first event.
        var mark: EventMark

        /// Where that stands.
        var firstPosition: UInt64

        /// Which version of its stream it is.
        var firstVersion: UInt64
    }

    private static let bytesPerEntry = 32

    private let file: Mutex<(handle: FileHandle, count: Int)>
    private let path: String

    /// Makes a journal.
    ///
    /// - Throws: ``HarnessError`` where the file cannot be made.
    init(_ url: URL) throws {
        path = url.path
        do {
            try Data().write(to: url)
            file = Mutex((try FileHandle(forWritingTo: url), 0))
        } catch {
            throw HarnessError(.cannotCreate, "\(url.path) cannot be made: \(error)")
        }
    }

    /// How many entries were written.
    var count: Int { file.withLock(\.count) }

    /// Writes an entry, in one call of the system.
    ///
    /// - Throws: ``HarnessError`` where it cannot be written.
    func note(_ entry: Entry) throws {
        var data = Data(capacity: Self.bytesPerEntry)
        for word in [entry.mark.firstWord, entry.mark.secondWord, entry.firstPosition, entry.firstVersion] {
            withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
        }
        do {
            try file.withLock { [data] in
                try $0.handle.write(contentsOf: data)
                $0.count += 1
            }
        } catch {
            throw HarnessError(.inputOutput, "\(path) cannot be written: \(error)")
        }
    }

    /// Where the failure goes that ended a load before its process was killed.
    static func failure(beside journal: URL) -> URL { journal.appendingPathExtension("failure") }

    /// Reads a journal; of an entry that was cut off nobody was told.
    ///
    /// - Throws: ``HarnessError`` where the file cannot be read.
    static func read(_ url: URL) throws -> [Entry] {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw HarnessError(.inputOutput, "\(url.path) cannot be read: \(error)")
        }
        return data.withUnsafeBytes { bytes in
            (0..<bytes.count / bytesPerEntry).map { index in
                func word(_ number: Int) -> UInt64 {
                    UInt64(
                        littleEndian: bytes.loadUnaligned(
                            fromByteOffset: index * bytesPerEntry + 8 * number, as: UInt64.self))
                }
                return Entry(
                    mark: EventMark(
                        writer: UInt32(truncatingIfNeeded: word(0)), stream: UInt32(word(0) >> 32), sequence: word(1)),
                    firstPosition: word(2), firstVersion: word(3))
            }
        }
    }
}

/// Writes down every answer before it hands it on.
struct JournalingTarget: AppendTarget {
    let target: any AppendTarget
    let journal: AnswerJournal

    func append(_ commit: Commit) async throws -> AppendResult {
        let result = try await target.append(commit)
        guard let mark = commit.entries.first.flatMap({ EventMark(of: $0.event.data.span.bytes) }),
            let version = result.streams.first?.version
        else { throw HarnessError("an append without a mark, or its answer without a stream, cannot be written down") }
        let count = UInt64(commit.entries.count)
        try journal.note(
            .init(
                mark: mark, firstPosition: result.lastPosition &- count &+ 1, firstVersion: version &- count &+ 1))
        return result
    }

    func head() async throws -> Position { try await target.head() }

    var callerUse: CallerUse { target.callerUse }
}
