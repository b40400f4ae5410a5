import Foundation
import Nacre
import NacreTesting

@testable import NacreLMDB

/// The files of one store, as the conformance suite damages and loses them.
struct LMDBFiles: ConformanceFiles {
    let path: String

    private var raw: RawLog { RawLog(store: path) }
    private var log: URL { URL(fileURLWithPath: path + "/log.mdb") }
    private var copy: URL { URL(fileURLWithPath: path + "-copy.mdb") }

    func damageEvent(at position: Position) async throws {
        let block = try block(of: position)
        let record = block.bytes.recordOffset(Int(position - block.first))
        try raw.damage(block.bytes, at: record + RecordLayout.headBytes + 5)
    }

    func loseEvents(around position: Position) async throws -> ClosedRange<Position> {
        let block = try block(of: position)
        try raw.delete(at: block.first)
        return block.first...(block.first + Position(block.count) - 1)
    }

    func readModels() async throws -> any ReadModelStore {
        try await LMDBReadModelStore.open(at: path + "/views.mdb", mapSize: 64 << 20)
    }

    func deleteDerivedData() async throws {
        for name in ["index.mdb", "views.mdb"] where FileManager.default.fileExists(atPath: path + "/" + name) {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    func copyLog() async throws { try Data(contentsOf: log).write(to: copy) }

    func restoreLog() async throws { try Data(contentsOf: copy).write(to: log) }

    func loseLog(isEmptied: Bool) async throws {
        if isEmptied {
            try Data().write(to: log)
        } else {
            try FileManager.default.removeItem(at: log)
        }
    }

    func confirmRestored() async throws {
        _ = try await LMDBEventStore.confirmRestored(at: path, options: .small())
    }

    private func block(of position: Position) throws -> (first: Position, count: Int, bytes: [UInt8]) {
        guard let block = try raw.blocks().last(where: { $0.position <= position }) else { throw BlockNotFound() }
        return (block.position, block.bytes.eventCount, block.bytes)
    }
}
