import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary folder, removed with the object.
package final class TemporaryFolder: Sendable {
    /// The path of the folder.
    package let path: String

    private let isKept = Atomic(false)

    /// Creates the folder.
    ///
    /// - Parameter inMemory: Whether the folder is in memory, if the system has such a file system.
    /// - Throws: Foundation's error if the folder cannot be created.
    package init(inMemory: Bool = false) throws {
        let memory = "/dev/shm"
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path(percentEncoded: false)
        path = "\(parent.hasSuffix("/") ? String(parent.dropLast()) : parent)/nacre-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { if !isKept.load(ordering: .relaxed) { remove() } }

    /// Lets the folder stay when the object is gone.
    package func keep() { isKept.store(true, ordering: .relaxed) }

    /// Removes the folder; safe to call twice.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - content: The bytes.
    ///   - name: The name of the file.
    /// - Returns: The path of the file.
    /// - Throws: Foundation's error if the file cannot be written.
    package func file(_ content: [UInt8], named name: String = "input.ndjson") throws -> String {
        try Data(content).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Writes a file of text.
    ///
    /// - Parameters:
    ///   - content: The text.
    ///   - name: The name of the file.
    /// - Returns: The path of the file.
    /// - Throws: Foundation's error if the file cannot be written.
    package func file(_ content: String, named name: String = "input.ndjson") throws -> String {
        try file(Array(content.utf8), named: name)
    }

    /// Reads a file.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The bytes.
    /// - Throws: Foundation's error if the file cannot be read.
    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }
}
