import Foundation
import Synchronization

/// The calls and answers of a process that will be killed, in a file outside of the store that outlives the process.
///
/// Each record is passed to the kernel by one call before its writer continues, so that a kill can lose only the record
/// being written. A file belongs to one writer, or to all; ``JournalContents`` reads it.
final class AcknowledgementJournal: Sendable {
    private let file: Int32
    private let path: String

    private struct State {
        var acknowledged = 0

        /// Why a record was not written completely: later records could not be read.
        var failure: HarnessError?
    }

    private let state = Mutex(State())

    /// Creates a journal, whose file must not exist yet.
    init(creating file: URL) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o600)
        guard descriptor >= 0 else {
            throw HarnessError(
                .cannotCreate, "the journal \(file.path) cannot be created: \(String(cString: strerror(errno)))")
        }
        self.file = descriptor
        path = file.path
    }

    deinit {
        close(file)
    }

    var acknowledged: Int { state.withLock(\.acknowledged) }

    /// Records that the commit whose first event has a mark is about to be appended.
    func invoke(_ mark: some PayloadMark) throws {
        try write(JournalRecord.invocation(mark).words)
    }

    /// Records that the commit whose first event has a mark was acknowledged, and its answer.
    func acknowledge(_ mark: some PayloadMark, _ answer: AppendAnswer) throws {
        try write(JournalRecord.acknowledgement(mark, answer).words, acknowledging: 1)
    }

    private func write(_ words: [UInt64], acknowledging acknowledged: Int = 0) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            // A signal cannot interrupt it: writes of this size to a file are not split.
            let written = words.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    Glibc.write(file, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                    Musl.write(file, bytes.baseAddress, bytes.count)
                #else
                    Darwin.write(file, bytes.baseAddress, bytes.count)
                #endif
            }
            guard written == words.count * 8 else {
                let reason = written < 0 ? String(cString: strerror(errno)) : "no whole record fits any more"
                let failure = HarnessError(.inputOutput, "the journal \(path) cannot be written: \(reason)")
                state.failure = failure
                throw failure
            }
            state.acknowledged += acknowledged
        }
    }

    /// The file for the failure that ended a load before its process was killed.
    static func failure(beside journal: URL) -> URL { journal.appendingPathExtension("failure") }
}
