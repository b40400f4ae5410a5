import Foundation
import Nacre
import TestFolders

@testable import NacreLMDB

/// A closed store, and copies of it whose last blocks are not in `log.mdb`.
struct PendingStore {
    private let folder: TemporaryFolder
    /// All blocks, in order.
    let blocks: [PendingBlock]
    private let log: Data
    private let options: LMDBEventStore.Options

    /// Closes a store and takes its blocks.
    init(_ store: LMDBEventStore, in folder: TemporaryFolder, options: LMDBEventStore.Options) async throws {
        self.folder = folder
        self.options = options
        await store.close()
        blocks = try RawLog(store: store.path).blocks().map { position, bytes in
            try bytes.withUnsafeBytes { try PendingBlock(copying: $0, at: position) }
        }
        log = try Data(contentsOf: URL(fileURLWithPath: store.path + "/log.mdb"))
    }

    /// Opens a copy.
    ///
    /// - Parameters:
    ///   - count: The number of blocks in `log.mdb`.
    ///   - list: The indices of the blocks that are published as pending.
    ///   - alter: Changes the copy before it is opened.
    /// - Returns: The open copy.
    /// - Throws: Errors of opening and of publishing.
    func open(
        holding count: Int, pending list: Range<Int>, alter: (RawLog) throws -> Void = { _ in }
    ) async throws -> LMDBEventStore {
        let path = folder.path + "/copy-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try log.write(to: URL(fileURLWithPath: path + "/log.mdb"))
        let raw = RawLog(store: path)
        for block in blocks[count...] { try raw.delete(at: block.firstPosition) }
        try alter(raw)
        let store = try await LMDBEventStore.open(at: path, options: options)
        try store.environment.pendingBlocks.append(Array(blocks[list]))
        return store
    }

    /// Publishes copies of blocks, which nothing but the list retains.
    func publishCopies(of list: Range<Int>, in store: LMDBEventStore) throws {
        try store.environment.pendingBlocks.append(
            blocks[list].map { try PendingBlock(copying: $0.bytes, at: $0.firstPosition) })
    }

    /// Commits a block to `log.mdb`, as draining will.
    func drain(_ index: Int, into store: LMDBEventStore) throws {
        let block = blocks[index]
        try RawLog(store: store.path).put([UInt8](block.bytes), at: block.firstPosition)
    }
}

extension PendingBlock {
    /// Copies a block that is a group of its own.
    ///
    /// - Throws: `damaged` if it is damaged.
    init(copying bytes: UnsafeRawBufferPointer, at position: Position) throws {
        _ = try Block(bytes, at: position)
        let buffer = BlockBuffer(byteCount: bytes.count)
        buffer.memory.copyMemory(from: bytes)
        self.init(filled: buffer, endsGroup: true)
    }
}
