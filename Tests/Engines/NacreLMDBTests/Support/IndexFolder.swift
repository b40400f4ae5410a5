import Foundation
import LMDB
import Nacre
import Synchronization
import Testing

@testable import NacreLMDB

/// A temporary folder with an index, removed with this value.
final class IndexFolder: Sendable {
    let folder: String
    let store = StoreID(EventID(high: 0x0102_0304_0506_7708, low: 0x8900_0000_0000_0001))
    private let told = Mutex<[String]>([])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("index-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var path: String { folder + "/index.mdb" }

    /// The notices of opening so far.
    var notices: [String] { told.withLock { $0 } }

    func open(
        _ limits: IndexLimits = .tiny, store: StoreID? = nil, mapSize: Int = 64 << 20
    ) throws -> IndexFile {
        try IndexFile.open(at: path, storeID: store ?? self.store, mapSize: mapSize, limits: limits) { notice in
            told.withLock { $0.append(notice) }
        }
    }

    /// Opens the file as an LMDB environment.
    func withEnvironment<R>(_ body: (Environment) throws -> R) throws -> R {
        let environment = try Environment.open(
            at: path, options: .init(mapSize: 64 << 20, durability: .noMetaSync))
        defer { environment.close() }
        return try body(environment)
    }

    /// Changes the file's bytes; it must not be open.
    func edit(_ body: (inout Data) throws -> Void) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        try body(&data)
        try data.write(to: URL(fileURLWithPath: path))
    }

    func checkpoint(_ position: Position) -> Checkpoint {
        Checkpoint(storeID: store, position: position, fingerprint: position &* 31)
    }
}

extension IndexLimits {
    /// Limits under which a few postings behave like millions.
    static let tiny = IndexLimits(
        segmentsPerStep: 3, segmentsPerBatch: 512, deletionsPerStep: 5, postingsPerSegment: 4)
}
