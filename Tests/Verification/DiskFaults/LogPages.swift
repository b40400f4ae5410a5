import DiskTracing
import Foundation
import Nacre

/// The roles of the pages of a sound log, found by a reader that shares no code with the engine.
///
/// The layout is that of LMDB 0.9; see `Docs/FileFormat.md`.
struct LogPages {
    enum Role: String, Codable, CaseIterable, Hashable {
        /// The meta page in force, and the older one.
        case newestMeta
        case olderMeta
        case root
        case branch
        /// Branch pages on the way to the last entry.
        case lastBranch
        case leaf
        case lastLeaf
        case overflow
        /// The overflow pages of the last block that has any.
        case lastOverflow
        /// The list of free pages: its tree and its overflow pages.
        case freeTree
        case freeOverflow
        /// Free, or after the last page in use.
        case unused
    }

    let bytes: [UInt8]
    let pageSize: Int
    let pages: Int
    private(set) var roles: [Role]
    /// The first and the last key of a leaf, or of the leaf of an overflow page.
    private(set) var keys: [UInt64: ClosedRange<Position>] = [:]
    /// The first position of every block.
    private(set) var blocks: [Position] = []

    private static let headerBytes = 16
    private static let nodeBytes = 8

    init(of path: String, pageSize: Int) throws {
        bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        self.pageSize = pageSize
        pages = bytes.count / pageSize
        roles = Array(repeating: .unused, count: pages)
        let transactions = [0, 1].map { uint64(at: $0 * pageSize + Self.headerBytes + 128) }
        let newest = transactions[1] > transactions[0] ? 1 : 0
        roles[newest] = .newestMeta
        roles[1 - newest] = .olderMeta
        let meta = newest * pageSize + Self.headerBytes
        try walk(uint64(at: meta + 24 + 40), depth: Int(uint16(at: meta + 24 + 6)), isLast: true, isFree: true)
        try walk(
            uint64(at: meta + 72 + 40), depth: Int(uint16(at: meta + 72 + 6)), isLast: true, isFree: false, isRoot: true
        )
        blocks.removeAll { $0 == 0 }
    }

    /// Pages that no append after a head may write: they hold events up to it, and are not on the path
    /// to the end of the log.
    func fixed(upTo head: Position) -> Set<UInt64> {
        let kinds: Set<Role> = [.branch, .leaf, .overflow, .lastOverflow]
        let isWhole = blocks.last.map { $0 <= head } ?? true
        return Set(
            roles.indices.map(UInt64.init).filter { page in
                guard kinds.contains(roles[Int(page)]) else { return false }
                // Without the last commit, the path to the end differs: pages on that path alone are left out.
                guard !isWhole else { return true }
                return roles[Int(page)] != .branch && (keys[page].map { $0.upperBound <= head } ?? false)
                    && page != lastLeaf(upTo: head)
            })
    }

    private func lastLeaf(upTo head: Position) -> UInt64? {
        keys.filter { roles[Int($0.key)] == .leaf && $0.value.upperBound <= head }.max {
            $0.value.upperBound < $1.value.upperBound
        }?.key
    }

    func pages(_ role: Role) -> [UInt64] { roles.indices.filter { roles[$0] == role }.map(UInt64.init) }

    func content(of page: UInt64) -> [UInt8] { Array(bytes[Int(page) * pageSize..<(Int(page) + 1) * pageSize]) }

    private mutating func walk(
        _ page: UInt64, depth: Int, isLast: Bool, isFree: Bool, isRoot: Bool = false
    ) throws {
        guard depth > 0 else { return }
        guard page < UInt64(pages) else { throw Loss("page \(page) of a sound log is missing") }
        let start = Int(page) * pageSize
        let isLeaf = depth == 1
        roles[Int(page)] =
            isFree
            ? .freeTree : isRoot ? .root : isLeaf ? (isLast ? .lastLeaf : .leaf) : (isLast ? .lastBranch : .branch)
        let nodes = (Int(uint16(at: start + 12)) - Self.headerBytes) / 2
        var leafKeys: [Position] = []
        for index in 0..<nodes {
            let node = start + Int(uint16(at: start + Self.headerBytes + 2 * index))
            let size = Int(uint32(at: node))
            let keySize = Int(uint16(at: node + 6))
            let isLastNode = isLast && index == nodes - 1
            guard isLeaf else {
                let child = UInt64(uint32(at: node)) | UInt64(uint16(at: node + 4)) << 32
                try walk(child, depth: depth - 1, isLast: isLastNode, isFree: isFree)
                continue
            }
            let key: Position = isFree ? 0 : UInt64(bigEndian: uint64(at: node + Self.nodeBytes))
            if !isFree {
                blocks.append(key)
                leafKeys.append(key)
            }
            guard uint16(at: node + 4) & 1 != 0 else { continue }
            let first = Int(uint64(at: node + Self.nodeBytes + keySize))
            let count = (size + Self.headerBytes + pageSize - 1) / pageSize
            for page in first..<first + count {
                roles[page] = isFree ? .freeOverflow : isLastNode ? .lastOverflow : .overflow
                if !isFree { keys[UInt64(page)] = key...key }
            }
        }
        if let first = leafKeys.first, let last = leafKeys.last { keys[page] = first...last }
    }

    private func uint16(at offset: Int) -> UInt16 { load(offset) }
    private func uint32(at offset: Int) -> UInt32 { load(offset) }
    private func uint64(at offset: Int) -> UInt64 { load(offset) }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}
