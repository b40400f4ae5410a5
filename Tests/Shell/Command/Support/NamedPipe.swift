import Foundation
import TestFolders
import Testing

/// A pipe in a folder, which stays open until it is released.
final class NamedPipe: Sendable {
    let path: String
    private let handle: FileHandle

    init(in folder: TemporaryFolder) throws {
        path = folder.path("pipe-\(UUID().uuidString)")
        #expect(mkfifo(path, 0o600) == 0)
        // Open for both, which waits for no other process.
        handle = try #require(FileHandle(forUpdatingAtPath: path))
    }

    /// Waits until the pipe holds all that it can.
    func waitUntilFull() async throws {
        var request = pollfd(fd: handle.fileDescriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&request, 1, 0) != 0 { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Writes from a thread of its own, because a pipe holds little.
    func write(_ text: String) {
        Thread.detachNewThread { [handle] in
            do { try handle.write(contentsOf: Data(text.utf8)) } catch { Issue.record(error) }
        }
    }
}
