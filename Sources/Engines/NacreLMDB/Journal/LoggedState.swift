import LMDB
import Nacre

/// What the log says about itself: store, mark and end.
struct LoggedState: Equatable {
    let header: StoreHeader
    var mark: JournalMark
    var end: Block.End

    /// Reads the state.
    ///
    /// - Throws: `notAStore`, `newerFormat`; `damaged` if the header or the last block is damaged.
    init(_ log: inout LogSnapshot, path: String) throws(EventStoreError) {
        guard let marked = try log.markedHeader(path: path) else { throw .notALog(path) }
        header = marked.header
        mark = marked.mark
        let last = try LogEnd(&log, header: header)
        end = Block.End(position: last.head, checksum: last.checksum)
    }

    static func == (one: LoggedState, other: LoggedState) -> Bool {
        // The checksum of the header covers its fields.
        one.header.checksum == other.header.checksum && one.mark == other.mark && one.end == other.end
    }
}

extension Environment {
    /// Runs a body in a write transaction of the log; if the map is full, it grows and the body runs again.
    ///
    /// - Parameter body: The work, which commits the transaction.
    /// - Returns: The result of the body.
    /// - Throws: `diskFull` or `inputOutput` if the log cannot be written; errors of the body.
    func writeLog<Result>(_ body: (consuming WriteTransaction) throws -> Result) throws -> Result {
        while true {
            do {
                return try write(body)
            } catch let error as LMDBError {
                guard error.code == .mapFull else { throw EventStoreError(disk: error, "the log cannot be written") }
            }
            do throws(LMDBError) {
                try growMap(toAtLeast: mapSize * 2)
            } catch {
                throw EventStoreError(disk: error, "the map of the log cannot grow")
            }
        }
    }
}
