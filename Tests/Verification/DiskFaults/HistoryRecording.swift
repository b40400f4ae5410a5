import DiskTracing
import Foundation

/// Collects the history of a file's pages from its writes.
struct HistoryRecording {
    /// The number of last commits of which every page version is kept.
    static let depth = 64

    private struct Old {
        let since: Int
        let until: Int
        let bytes: [UInt8]?
    }

    let pageSize: Int
    private var image: [UInt8] = []
    private var old: [UInt64: [Old]] = [:]
    private var lastWritten: [Int] = []
    private var commits = 0

    init(pageSize: Int) { self.pageSize = pageSize }

    /// Adds the writes to the log of one opening.
    mutating func add(_ trace: DiskTrace) throws {
        guard trace.unknownCalls == 0 else { throw Loss("\(trace.unknownCalls) calls were not recorded") }
        guard let log = trace.files.firstIndex(of: "log.mdb") else { throw Loss("no log was written") }
        for entry in trace.entries {
            switch entry {
            case .write(log, let offset, let bytes, _): write(bytes, at: offset)
            case .truncate(log, let size): resize(to: size)
            default: continue
            }
        }
    }

    /// Throws ``Loss`` if a file differs from the record, which means that a call was missed.
    func expect(_ path: String) throws {
        let content = try Data(contentsOf: URL(filePath: path))
        guard content.elementsEqual(image) else {
            throw Loss("\(path) with \(content.count) bytes differs from the \(image.count) recorded bytes")
        }
    }

    /// Writes the history into a folder.
    func save(in folder: String) throws {
        var index = PageHistory.Index(commits: commits, pageSize: pageSize, lastWritten: lastWritten)
        try Data().write(to: URL(filePath: folder + "/history.bin"))
        let file = try FileHandle(forWritingTo: URL(filePath: folder + "/history.bin"))
        var offset = 0
        for (page, versions) in old.sorted(by: { $0.key < $1.key }) {
            for version in versions.suffix(Self.depth) {
                index.versions.append(
                    PageHistory.Version(
                        page: page, since: version.since, until: version.until,
                        offset: version.bytes == nil ? nil : offset))
                guard let bytes = version.bytes else { continue }
                try file.write(contentsOf: Data(bytes))
                offset += bytes.count
            }
        }
        try file.close()
        try JSONEncoder().encode(index).write(to: URL(filePath: folder + "/history.json"))
    }

    private mutating func resize(to size: Int) {
        if size < image.count { image.removeLast(image.count - size) }
        if size > image.count { image.append(contentsOf: [UInt8](repeating: 0, count: size - image.count)) }
        let pages = (size + pageSize - 1) / pageSize
        if lastWritten.count < pages {
            lastWritten.append(contentsOf: [Int](repeating: 0, count: pages - lastWritten.count))
        }
    }

    private mutating func write(_ bytes: [UInt8], at offset: Int) {
        let (first, last) = (offset / pageSize, (offset + bytes.count - 1) / pageSize)
        // LMDB ends a commit with a meta page; the next commit begins after it.
        let isMeta = last < 2
        if isMeta { commits += 1 }
        let isNew = image.count <= offset && bytes.allSatisfy { $0 == 0 }
        if image.count < offset + bytes.count { resize(to: (last + 1) * pageSize) }
        let now = isMeta ? commits : commits + 1
        if !isNew { for page in first...last { keep(page, until: now) } }
        image.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }

    private mutating func keep(_ page: Int, until now: Int) {
        let since = lastWritten[page]
        guard since < now else { return }
        let content = image[page * pageSize..<(page + 1) * pageSize]
        let isZero = content.allSatisfy { $0 == 0 }
        old[UInt64(page), default: []].append(Old(since: since, until: now, bytes: isZero ? nil : Array(content)))
        // Twice the final number, so that versions are rarely dropped.
        if old[UInt64(page), default: []].count > 2 * Self.depth {
            old[UInt64(page)]?.removeFirst(Self.depth)
        }
        lastWritten[page] = now
    }
}
