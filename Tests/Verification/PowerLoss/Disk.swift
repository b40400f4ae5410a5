import DiskTracing

/// The disk of a store at an entry of a trace: its durable content, and the changes that a power loss may take.
///
/// An unsynced write may be missing, may be torn at any sector, and may overtake another; an unsynced size may be
/// missing; an unsynced entry of the folder may be missing.
///
/// After a failed write or sync, the system may have marked pages as clean that it could not write. Their bytes are
/// then in doubt: they may be missing after any later sync, until their sectors are written again.
struct Disk {
    static let sectorBytes = 512

    /// An unsynced change of a file.
    struct Pending {
        enum Change {
            /// Bytes of one sector.
            case sectors([Sector])
            case size(Int)
        }
        let entry: Int
        var change: Change
        /// Whether it is in doubt: no sync makes it durable.
        var isDoubtful = false
    }

    /// Bytes within one sector, and their offset in the file.
    typealias Sector = (offset: Int, bytes: ArraySlice<UInt8>)

    struct File {
        var safe: [UInt8] = []
        var pending: [Pending] = []
        var exists = false
        /// The last unsynced change of its entry in the folder.
        var pendingEntry: (entry: Int, exists: Bool)?
    }

    /// An unsynced rename of a file.
    struct Rename {
        let entry: Int
        let from: Int
        let to: Int
        /// The file that had the new name before.
        let replaced: File
    }

    private(set) var files: [File]
    /// The file has its new name in ``files``; both names change together, or neither does.
    private(set) var pendingRename: Rename?

    /// - Parameters:
    ///   - count: The number of files.
    ///   - exist: Whether they exist regardless of their entries, which ``FolderTree`` tracks then.
    init(files count: Int, exist: Bool = false) {
        files = Array(repeating: File(exists: exist), count: count)
    }

    /// - Parameter contents: The durable files; `nil` for one that does not exist.
    init(holding contents: [[UInt8]?]) {
        files = contents.map { File(safe: $0 ?? [], exists: $0 != nil) }
    }

    mutating func apply(_ entry: DiskTrace.Entry, at index: Int) {
        switch entry {
        case .create(let file): files[file].pendingEntry = (index, true)
        case .remove(let file): files[file].pendingEntry = (index, false)
        case .write(let file, let offset, let bytes, let isDurable):
            let sectors = Self.sectors(of: bytes, at: offset)
            let before = files[file].takePending(in: offset..<offset + bytes.count, onlyDoubtful: !isDurable)
            if isDurable {
                for sector in before + sectors { files[file].safe.put(sector.bytes, at: sector.offset) }
            } else {
                // A sector is written whole, so that no byte of it is in doubt any more.
                files[file].add(before, at: index)
                files[file].add(sectors, at: index)
            }
        case .failedWrite(let file, let offset, let bytes):
            let before = files[file].takePending(in: offset..<offset + bytes.count, onlyDoubtful: false)
            files[file].add(before, at: index, isDoubtful: true)
            files[file].add(Self.sectors(of: bytes, at: offset), at: index, isDoubtful: true)
        case .failedSync(let file): files[file].failSync()
        case .truncate(let file, let size):
            files[file].pending.append(Pending(entry: index, change: .size(size)))
        case .syncEnd(let file, let begin): files[file].sync(before: begin)
        case .folderSync(_, let begin):
            for file in files.indices {
                guard let pending = files[file].pendingEntry, pending.entry < begin else { continue }
                files[file].exists = pending.exists
                if !pending.exists { files[file] = File() }
                files[file].pendingEntry = nil
            }
            if let rename = pendingRename, rename.entry < begin {
                files[rename.to].exists = true
                pendingRename = nil
            }
        case .rename(let from, let to):
            precondition(pendingRename == nil, "the folder is synced between two renames")
            pendingRename = Rename(entry: index, from: from, to: to, replaced: files[to])
            files[to] = files[from]
            files[from] = File()
        case .syncBegin, .mark, .makeFolder: break
        }
    }

    /// Adds the pages of a durable write of several sectors, which a power loss can interrupt anywhere.
    mutating func begin(_ entry: DiskTrace.Entry, at index: Int) {
        guard case .write(let file, let offset, let bytes, isDurable: true) = entry, bytes.count > Self.sectorBytes
        else { return }
        let sectors = Self.sectors(of: bytes, at: offset)
        for start in stride(from: 0, to: sectors.count, by: Self.sectorsPerPage) {
            let page = sectors[start..<min(start + Self.sectorsPerPage, sectors.count)]
            files[file].add(Array(page), at: index)
        }
    }

    private static let sectorsPerPage = 8

    /// The bytes in the sectors that a range touches.
    fileprivate static func sectors(touching range: Range<Int>) -> Range<Int> {
        range.lowerBound / sectorBytes * sectorBytes..<(range.upperBound + sectorBytes - 1) / sectorBytes * sectorBytes
    }

    private static func sectors(of bytes: [UInt8], at offset: Int) -> [Sector] {
        var sectors: [Sector] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, (offset + start) / sectorBytes * sectorBytes + sectorBytes - offset)
            sectors.append((offset + start, bytes[start..<end]))
            start = end
        }
        return sectors
    }
}

extension Disk.File {
    fileprivate mutating func add(_ sectors: [Disk.Sector], at entry: Int, isDoubtful: Bool = false) {
        guard !sectors.isEmpty else { return }
        pending.append(Disk.Pending(entry: entry, change: .sectors(sectors), isDoubtful: isDoubtful))
    }

    /// Makes the changes before an entry of the trace durable, except those in doubt.
    fileprivate mutating func sync(before entry: Int) {
        for change in pending where change.entry < entry && !change.isDoubtful { safe.apply(change.change) }
        pending.removeAll { $0.entry < entry && !$0.isDoubtful }
    }

    /// Marks the unsynced writes as in doubt; the file system itself writes sizes again.
    fileprivate mutating func failSync() {
        for index in pending.indices {
            if case .sectors = pending[index].change { pending[index].isDoubtful = true }
        }
    }

    /// Removes and returns the unsynced changes in the sectors that a range touches, in order.
    fileprivate mutating func takePending(in range: Range<Int>, onlyDoubtful: Bool) -> [Disk.Sector] {
        let touched = Disk.sectors(touching: range)
        var taken: [Disk.Sector] = []
        for index in pending.indices where pending[index].isDoubtful || !onlyDoubtful {
            guard case .sectors(let sectors) = pending[index].change else { continue }
            let kept = sectors.filter { !touched.contains($0.offset) }
            guard kept.count < sectors.count else { continue }
            taken += sectors.filter { touched.contains($0.offset) }
            pending[index].change = .sectors(kept)
        }
        pending.removeAll { if case .sectors(let sectors) = $0.change { sectors.isEmpty } else { false } }
        return taken
    }
}

extension [UInt8] {
    mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        let end = offset + bytes.count
        if count < end { append(contentsOf: [UInt8](repeating: 0, count: end - count)) }
        replaceSubrange(offset..<end, with: bytes)
    }

    mutating func apply(_ change: Disk.Pending.Change) {
        switch change {
        case .sectors(let sectors): for sector in sectors { put(sector.bytes, at: sector.offset) }
        case .size(let size):
            if size < count {
                removeLast(count - size)
            } else {
                append(contentsOf: [UInt8](repeating: 0, count: size - count))
            }
        }
    }
}
