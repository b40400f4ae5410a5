import DiskTracing
import TestRandomness

/// One fault of the disk in synced pages: in one page of a file, or in the two of a misdirected write.
struct PageDamage {
    /// The kind of fault.
    enum Kind: String, Codable, CaseIterable {
        /// A page has its content from several writes before.
        case stale
        /// The last write of a page is lost: zeros if the page was new.
        case lost
        /// The last write of a page went to another page.
        case misdirected
        /// A few bits are flipped.
        case flipped
    }

    let kind: Kind
    let description: String

    /// Damages an image of a power loss at random.
    ///
    /// LMDB's two meta pages of the log are not damaged: `NacreDiskFaults` tests the loss of one, which takes the log
    /// back by a commit. The last frame of the journal is not damaged either: recovery takes it for an interrupted write.
    ///
    /// - Parameters:
    ///   - image: The bytes of the files from ``Disk/image(after:)``, which are damaged.
    ///   - disk: The disk at that moment, with its synced content.
    ///   - written: The earlier contents of its pages.
    ///   - file: The file.
    ///   - name: Its name.
    ///   - random: The random generator.
    /// - Returns: The damage; `nil` if the file has no synced page that could be damaged.
    static func draw(
        in image: inout [[UInt8]?], of disk: Disk, _ written: WrittenPages, file: Int, name: String,
        _ random: inout SeededGenerator
    ) -> PageDamage? {
        let bytes = WrittenPages.pageBytes
        guard var content = image[file] else { return nil }
        let safe = disk.files[file].safe
        let first = name == "log.mdb" ? 2 : 0
        let pages = name == "journal" ? DiskTrace.pagesBeforeLastFrames(of: content) : Array(0..<content.count / bytes)
        let synced = pages.filter { page in
            let range = page * bytes..<(page + 1) * bytes
            return page >= first && range.upperBound <= safe.count && content[range] == safe[range]
        }
        guard !synced.isEmpty else { return nil }
        for _ in 0..<20 {
            let kind = Kind.allCases[random.below(Kind.allCases.count)]
            let page = synced[random.below(synced.count)]
            let range = page * bytes..<(page + 1) * bytes
            let now = content[range]
            // Later writes may be unsynced: with them, a frame would be whole.
            let versions = written.versions(of: page, in: file)
            let present = versions.lastIndex { now.elementsEqual($0) } ?? 0
            let older = versions[..<present].filter { !now.elementsEqual($0) }
            let before = older.last ?? [UInt8](repeating: 0, count: bytes)
            var what = "page \(page) of \(name)"
            switch kind {
            case .stale:
                guard older.count > 1 else { continue }
                let back = 2 + random.below(older.count - 1)
                content.replaceSubrange(range, with: older[older.count - back])
                what += " as it was \(back) writes before"
            case .lost:
                content.replaceSubrange(range, with: before)
                what += " as it was before its last write"
            case .misdirected:
                let target = synced[random.below(synced.count)]
                guard target != page else { continue }
                content.replaceSubrange(target * bytes..<(target + 1) * bytes, with: Array(now))
                content.replaceSubrange(range, with: before)
                what += " written to page \(target)"
            case .flipped:
                let places = (0..<1 + random.below(3)).map { _ in random.below(random.chance(40) ? 160 : bytes) }
                for place in places { content[range.lowerBound + place] ^= 1 << UInt8(random.below(8)) }
                what += " with bits flipped in bytes \(places)"
            }
            guard content != image[file] else { continue }
            image[file] = content
            return PageDamage(kind: kind, description: "\(kind): \(what)")
        }
        return nil
    }
}
