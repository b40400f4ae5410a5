import DomainKit
import LMDB
import Nacre

extension LMDBEventStore {
    static func openLog(_ folder: StoreFolder, _ options: Options) throws(EventStoreError) -> Environment {
        do throws(LMDBError) {
            let environment = try Environment.open(
                at: folder.log,
                options: Environment.Options(
                    mapSize: options.mapSize, durability: options.durability == .full ? .full : .noSync))
            try environment.checkStructure(pageLimit: OpeningCheck.pagesOfLog)
            return environment
        } catch {
            throw EventStoreError(opening: folder.log, error)
        }
    }

    /// The header of the log; made where the log is new.
    static func readOrMakeHeader(of environment: Environment, _ options: Options) throws -> StoreHeader {
        let path = environment.path
        if let header = try environment.withSnapshot({ (log) in try log.storeHeader(path: path) }) { return header }
        return try environment.write { (transaction: consuming WriteTransaction) in
            // Another process may have made the store since.
            var log = LogSnapshot(try transaction.openCursor())
            if let header = try log.storeHeader(path: path) { return header }
            let header = StoreHeader(
                id: StoreID(.random()), createdAt: options.timeSource.now().nanosecondsSince1970)
            try PositionKey(LogFormat.storeHeaderKey).withBytes { key in
                try header.encoded.withUnsafeBytes { try transaction.append(key, $0) }
            }
            try transaction.commit()
            return header
        }
    }
}

extension EventStoreError {
    /// Tells why a file of a store could not be opened.
    init(opening path: String, _ error: LMDBError) {
        let code: Code =
            switch error.code {
            case .notADatabase, .versionMismatch: .notAStore
            case .truncated, .corrupted: .damaged
            case .permissionDenied, .readOnlyFileSystem, .noSuchFile: .cannotCreate
            default: .inputOutput
            }
        self.init(code, "\(quoted(path)) cannot be opened: \(error.message)", cause: error)
    }
}
