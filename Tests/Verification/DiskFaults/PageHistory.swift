import Foundation

/// What the pages of a file held before what they hold now.
struct PageHistory {
    /// What a page held between two commits.
    struct Version: Codable {
        let page: UInt64
        /// The first commit that it was there behind.
        let since: Int
        /// The commit that replaced it.
        let until: Int
        /// Where its bytes begin; `nil` where all of them are 0.
        let offset: Int?
    }

    struct Index: Codable {
        /// How many commits the file has seen.
        var commits = 0
        var pageSize = 0
        var versions: [Version] = []
        /// The commit that each page was last written by; 0 for none.
        var lastWritten: [Int] = []
    }

    let index: Index
    private let bytes: Data
    private let byPage: [UInt64: [Version]]

    init(in folder: String) throws {
        index = try JSONDecoder().decode(
            Index.self, from: try Data(contentsOf: URL(filePath: folder + "/history.json")))
        bytes = try Data(contentsOf: URL(filePath: folder + "/history.bin"), options: .alwaysMapped)
        byPage = Dictionary(grouping: index.versions, by: \.page)
    }

    var pageSize: Int { index.pageSize }

    /// What a page held behind a commit, where that is known and not what it holds now.
    func content(of page: UInt64, behind commit: Int) -> [UInt8]? {
        byPage[page]?.first { $0.since <= commit && commit < $0.until }.map(bytes(of:))
    }

    /// What a page held before it was last written.
    func previous(of page: UInt64) -> [UInt8]? {
        byPage[page]?.max { $0.until < $1.until }.map(bytes(of:))
    }

    /// Pages that one of the last commits has written, as far as the file has them.
    func recent(commits: Int) -> [UInt64] {
        index.lastWritten.indices.filter { index.lastWritten[$0] > index.commits - commits }.map(UInt64.init)
    }

    private func bytes(of version: Version) -> [UInt8] {
        guard let offset = version.offset else { return [UInt8](repeating: 0, count: pageSize) }
        return [UInt8](bytes[offset..<offset + pageSize])
    }
}
