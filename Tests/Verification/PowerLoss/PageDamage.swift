import TestRandomness

/// One fault of the disk on what was synced, of a page of a file, or of the two that a misdirected write concerns.
struct PageDamage {
    /// What the disk has done.
    enum Kind: String, Codable, CaseIterable {
        /// A page is what it was some writes before.
        case stale
        /// The last write of a page was never made: zeros where it was new.
        case lost
        /// The last write of a page has struck another page.
        case misdirected
        /// A few bits are not what was written.
        case flipped
    }

    let kind: Kind
    let description: String

    /// Alters an image, which a loss of power has left, by chance.
    ///
    /// LMDB's two meta pages of the log are left as they are: that a lost one takes the log back by a commit, and what
    /// sees it then, is looked at by `NacreDiskFaults`.
    ///
    /// - Parameters:
    ///   - image: The bytes of the files, as ``Disk/image(after:)`` gives them; altered.
    ///   - disk: The disk at that moment, which tells what was synced.
    ///   - written: What its pages held.
    ///   - file: Which file.
    ///   - name: Its name.
    ///   - random: What draws.
    /// - Returns: What was altered; `nil` where the file has no page that was synced and could be other than it is.
    static func draw(
        in image: inout [[UInt8]?], of disk: Disk, _ written: WrittenPages, file: Int, name: String,
        _ random: inout SeededGenerator
    ) -> PageDamage? {
        let bytes = WrittenPages.pageBytes
        guard var content = image[file] else { return nil }
        let safe = disk.files[file].safe
        let first = name == "log.mdb" ? 2 : 0
        let synced = (0..<min(content.count, safe.count) / bytes).filter { page in
            page >= first && content[page * bytes..<(page + 1) * bytes] == safe[page * bytes..<(page + 1) * bytes]
        }
        guard !synced.isEmpty else { return nil }
        for _ in 0..<20 {
            let kind = Kind.allCases[random.below(Kind.allCases.count)]
            let page = synced[random.below(synced.count)]
            let range = page * bytes..<(page + 1) * bytes
            let now = content[range]
            let older = written.versions(of: page, in: file).filter { !now.elementsEqual($0) }
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
