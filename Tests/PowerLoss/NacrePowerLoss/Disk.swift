/// The disk under a store, as far as a trace has come: what is safe, and what a loss of power may take.
///
/// A write that is not synced may be missing, may be torn at any sector, and may overtake another; a size that is not
/// synced may be missing; an entry of the folder that is not synced may be missing.
struct Disk {
    static let sectorBytes = 512

    /// A change of a file that is not synced.
    struct Pending {
        enum Change {
            /// Bytes of one sector.
            case sectors([(offset: Int, bytes: ArraySlice<UInt8>)])
            case size(Int)
        }
        let entry: Int
        var change: Change
    }

    struct File {
        var safe: [UInt8] = []
        var pending: [Pending] = []
        var exists = false
        /// The last change of its entry in the folder that is not synced.
        var pendingEntry: (entry: Int, exists: Bool)?
    }

    private(set) var files: [File]

    init(files count: Int) {
        files = Array(repeating: File(), count: count)
    }

    mutating func apply(_ entry: DiskTrace.Entry, at index: Int) {
        switch entry {
        case .create(let file): files[file].pendingEntry = (index, true)
        case .remove(let file): files[file].pendingEntry = (index, false)
        case .write(let file, let offset, let bytes, let isDurable):
            let sectors = Self.sectors(of: bytes, at: offset)
            if isDurable {
                files[file].sync(offset..<offset + bytes.count)
                for sector in sectors { files[file].safe.put(sector.bytes, at: sector.offset) }
            } else {
                files[file].pending.append(Pending(entry: index, change: .sectors(sectors)))
            }
        case .truncate(let file, let size):
            files[file].pending.append(Pending(entry: index, change: .size(size)))
        case .syncEnd(let file, let begin): files[file].sync(before: begin)
        case .folderSync(let begin):
            for file in files.indices {
                guard let pending = files[file].pendingEntry, pending.entry < begin else { continue }
                files[file].exists = pending.exists
                if !pending.exists { files[file] = File() }
                files[file].pendingEntry = nil
            }
        case .syncBegin, .mark: break
        }
    }

    /// The bytes of the sectors that a range touches.
    fileprivate static func sectors(touching range: Range<Int>) -> Range<Int> {
        range.lowerBound / sectorBytes * sectorBytes..<(range.upperBound + sectorBytes - 1) / sectorBytes * sectorBytes
    }

    private static func sectors(of bytes: [UInt8], at offset: Int) -> [(offset: Int, bytes: ArraySlice<UInt8>)] {
        var sectors: [(offset: Int, bytes: ArraySlice<UInt8>)] = []
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
    /// Makes the changes from before an entry of the trace safe.
    fileprivate mutating func sync(before entry: Int) {
        for change in pending where change.entry < entry { safe.apply(change.change) }
        pending.removeAll { $0.entry < entry }
    }

    /// A durable write takes along what was not synced in the sectors that it touches.
    fileprivate mutating func sync(_ range: Range<Int>) {
        for index in pending.indices {
            guard case .sectors(let sectors) = pending[index].change else { continue }
            let touched = Disk.sectors(touching: range)
            let kept = sectors.filter { !touched.contains($0.offset) }
            guard kept.count < sectors.count else { continue }
            for sector in sectors where touched.contains(sector.offset) { safe.put(sector.bytes, at: sector.offset) }
            pending[index].change = .sectors(kept)
        }
    }
}

extension [UInt8] {
    mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        let end = offset + bytes.count
        if count < end { append(contentsOf: repeatElement(0, count: end - count)) }
        replaceSubrange(offset..<end, with: bytes)
    }

    mutating func apply(_ change: Disk.Pending.Change) {
        switch change {
        case .sectors(let sectors): for sector in sectors { put(sector.bytes, at: sector.offset) }
        case .size(let size):
            if size < count {
                removeLast(count - size)
            } else {
                append(contentsOf: repeatElement(0, count: size - count))
            }
        }
    }
}
