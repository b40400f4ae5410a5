import Foundation

/// A folder of one test, removed when the test is over.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "nacre-cli-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and gives its path.
    func file(_ content: [UInt8], named name: String = "input.ndjson") throws -> String {
        try Data(content).write(to: url.appending(path: name))
        return path(name)
    }

    func file(_ content: String, named name: String = "input.ndjson") throws -> String {
        try file(Array(content.utf8), named: name)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appending(path: name)))
    }
}
