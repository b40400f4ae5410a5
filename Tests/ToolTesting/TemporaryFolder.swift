package import Foundation

/// A folder of one test, removed when the test is over.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let url = FileManager.default.temporaryDirectory.appending(path: "nacre-cli-\(UUID().uuidString)")

    /// Makes the folder.
    package init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of a file in it.
    package func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file and gives its path.
    package func file(_ content: [UInt8], named name: String = "input.ndjson") throws -> String {
        try Data(content).write(to: url.appending(path: name))
        return path(name)
    }

    /// Writes a file of text and gives its path.
    package func file(_ content: String, named name: String = "input.ndjson") throws -> String {
        try file(Array(content.utf8), named: name)
    }

    /// The bytes of a file.
    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appending(path: name)))
    }
}
