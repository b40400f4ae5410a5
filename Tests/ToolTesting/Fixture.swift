internal import Foundation

/// The real history in the test fixtures.
package enum Fixture {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// 1,792 events in 35 streams.
    package static let history = folder.appending(path: "lmdb-history.ndjson").path

    /// The names of the 30 items that exist at its end, in byte order.
    package static func items() throws -> [String] {
        try String(contentsOf: folder.appending(path: "lmdb-items.txt"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }
}
