internal import Foundation

/// The real history in the test fixtures.
package enum Fixture {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// 1,792 events in 35 streams.
    package static let history = folder.appending(path: "lmdb-history.ndjson").path

    /// The history of the repository, and the larger one in the folder that `NACRE_HISTORY` names, if it is set.
    package static let histories =
        [history]
        + [ProcessInfo.processInfo.environment["NACRE_HISTORY"]].compactMap(\.self).filter { !$0.isEmpty }
        .map { $0 + "/swift-nio-history.ndjson" }

    /// The names of the 30 items that exist at its end, in byte order.
    package static func items() throws -> [String] {
        try String(contentsOf: folder.appending(path: "lmdb-items.txt"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }
}
