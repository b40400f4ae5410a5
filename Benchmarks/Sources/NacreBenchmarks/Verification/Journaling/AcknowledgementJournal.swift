import Foundation
import Synchronization

/// What a process that is to be killed called and was told, in a file outside of the store: it outlives the process.
///
/// Each record is handed to the kernel by one call before its writer goes on, so that a kill takes none that was
/// written but the one that it fell into. A file is one writer's, or that of all; ``JournalContents`` reads it.
final class AcknowledgementJournal: Sendable {
    private let file: Int32
    private let path: String

    private struct State {
        var acknowledged = 0

        /// Why a record was not written whole: what stood behind it could not be read.
        var failure: HarnessError?
    }

    private let state = Mutex(State())

    /// Makes a journal, where there is no file yet.
    init(creating file: URL) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o600)
        guard descriptor >= 0 else {
            throw HarnessError(
                .cannotCreate, "the journal \(file.path) cannot be made: \(String(cString: strerror(errno)))")
        }
        self.file = descriptor
        path = file.path
    }

    deinit {
        close(file)
    }

    var acknowledged: Int { state.withLock(\.acknowledged) }

    /// Notes that the commit whose first event has a mark is about to be appended.
    func invoke(_ mark: some PayloadMark) throws {
        try write(JournalRecord.invocation(mark).words)
    }

    /// Notes that the commit whose first event has a mark was acknowledged, and what its writer is to be told.
    func acknowledge(_ mark: some PayloadMark, _ answer: AppendAnswer) throws {
        try write(JournalRecord.acknowledgement(mark, answer).words, acknowledging: 1)
    }

    private func write(_ words: [UInt64], acknowledging acknowledged: Int = 0) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            // A signal may interrupt nothing of it: writes to a file of this size are not split.
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
                let reason = written < 0 ? String(cString: strerror(errno)) : "it takes no whole record any more"
                let failure = HarnessError(.inputOutput, "the journal \(path) cannot be written: \(reason)")
                state.failure = failure
                throw failure
            }
            state.acknowledged += acknowledged
        }
    }

    /// Where the failure goes that ended a load before its process was killed.
    static func failure(beside journal: URL) -> URL { journal.appendingPathExtension("failure") }
}
