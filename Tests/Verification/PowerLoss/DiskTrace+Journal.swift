import DiskTracing

extension DiskTrace {
    /// The moments from a rename until the next sync of the folder; `nil` if nothing is renamed.
    var renameWindow: ClosedRange<Int>? {
        let rename = entries.firstIndex { if case .rename = $0 { true } else { false } }
        guard let rename else { return nil }
        let sync = entries[rename...].firstIndex { if case .folderSync = $0 { true } else { false } }
        return rename...(sync ?? entries.count)
    }

    /// What a power loss before an entry can tear.
    enum JournalPart {
        case none
        case frame
        case control
    }

    /// The part of the journal that an entry makes durable.
    func journalPart(at index: Int) -> JournalPart {
        switch entries[index] {
        case .write(let file, let offset, _, isDurable: true) where files[file] == "journal":
            return offset < Self.ringOffset ? .control : .frame
        // Syncs of the folder have no file.
        case .syncEnd(let synced, let begin) where synced >= 0 && files[synced] == "journal":
            for case .write(let file, let offset, _, _) in entries[..<begin].reversed() where file == synced {
                return offset < Self.ringOffset ? .control : .frame
            }
            return .none
        default: return .none
        }
    }

    private static let pageBytes = 4_096
    /// The control pages come before the ring.
    private static let ringOffset = 2 * pageBytes
    private static let nonceOffset = 32
    private static let startOffset = 48

    /// Moments from which a store has much to recover, or whose control page is older than the empty mark.
    ///
    /// - Parameter count: The number of moments of each kind.
    /// - Returns: The moments.
    func momentsToContinue(_ count: Int) -> Set<Int> {
        var frames = 0
        var pending: [(moment: Int, frames: Int)] = []
        var control: Int?
        var ended: [Int] = []
        for (index, entry) in entries.enumerated() {
            guard case .write(let file, let offset, let bytes, let isDurable) = entry else { continue }
            if files[file] == "log.mdb", isDurable {
                if frames > 0 { pending.append((index, frames)) }
                frames = 0
            } else if files[file] == "journal", offset == 0 {
                // A use begins at the beginning of the ring; the control page before it was written at the end of one.
                let beginsUse = Self.integer(at: Self.startOffset, of: bytes) == Self.ringOffset
                if let control, beginsUse { ended.append(control) }
                control = index
            } else if files[file] == "journal", offset >= Self.ringOffset {
                frames += 1
            }
        }
        let step = max(1, ended.count / max(1, count))
        let spread = ended.enumerated().filter { $0.offset % step == 0 }.prefix(count).map(\.element)
        return Set(pending.sorted { $0.frames > $1.frames }.prefix(count).map(\.moment) + spread)
    }

    /// The pages of a journal without the last frame of each use, whose damage looks like an interrupted write.
    static func pagesBeforeLastFrames(of journal: [UInt8]) -> [Int] {
        let ring = ringOffset / pageBytes..<journal.count / pageBytes
        let uses = Dictionary(grouping: ring) { integer(at: $0 * pageBytes, of: journal) }
        let earlier = uses.values.flatMap { pages in
            let numbers = pages.map { integer(at: $0 * pageBytes + 8, of: journal) }
            return zip(pages, numbers).filter { $0.1 != numbers.max() }.map(\.0)
        }
        return Array(0..<ring.lowerBound) + earlier.sorted()
    }

    private static func integer(at offset: Int, of bytes: [UInt8]) -> UInt64 {
        bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// How often a frame went to the beginning of the ring because it did not fit before its end.
    var wraps: Int {
        var wraps = 0
        var last = 0
        var nonce: ArraySlice<UInt8> = []
        for case .write(let file, let offset, let bytes, _) in entries where files[file] == "journal" {
            if offset < Self.ringOffset {
                // A new use begins there, too.
                let written = bytes[Self.nonceOffset..<Self.nonceOffset + 8]
                if written != nonce { last = 0 }
                nonce = written
            } else {
                wraps += offset < last ? 1 : 0
                last = offset
            }
        }
        return wraps
    }
}
