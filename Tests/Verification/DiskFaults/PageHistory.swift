import Foundation

/// The earlier contents of the pages of a file.
struct PageHistory {
    /// The content of a page between two commits.
    struct Version: Codable {
        let page: UInt64
        /// The commit that wrote it.
        let since: Int
        /// The commit that replaced it.
        let until: Int
        /// The offset of its bytes; `nil` if all of them are 0.
        let offset: Int?
    }

    struct Index: Codable {
        /// The number of commits of the file.
        var commits = 0
        var pageSize = 0
        var versions: [Version] = []
        /// The last commit that wrote each page; 0 for none.
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

    /// The content of a page after a commit; `nil` if it is unknown or the present content.
    func content(of page: UInt64, behind commit: Int) -> [UInt8]? {
        byPage[page]?.first { $0.since <= commit && commit < $0.until }.map(bytes(of:))
    }

    /// The content of a page before its last write.
    func previous(of page: UInt64) -> [UInt8]? {
        byPage[page]?.max { $0.until < $1.until }.map(bytes(of:))
    }

    /// The pages that one of the last commits has written and that the file still has.
    func recent(commits: Int) -> [UInt64] {
        index.lastWritten.indices.filter { index.lastWritten[$0] > index.commits - commits }.map(UInt64.init)
    }

    private func bytes(of version: Version) -> [UInt8] {
        guard let offset = version.offset else { return [UInt8](repeating: 0, count: pageSize) }
        return [UInt8](bytes[offset..<offset + pageSize])
    }
}
