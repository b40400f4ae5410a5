import Foundation
import InMemoryLogging
import Kernel
import Logging

/// A folder for stores that goes away with the object.
final class TemporaryStore: Sendable {
    let folder: String

    /// The store's own folder.
    var path: String { folder + "/store" }

    init() throws {
        folder = NSTemporaryDirectory() + "nacre-kernel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Opens the kernel of the store, does something with it and closes it.
    func withKernel<Result>(
        _ notices: Notices = Notices(), _ body: (Kernel) async throws -> Result
    ) async throws -> Result {
        let options = Kernel.Options(mapSize: 64 << 20, derivedMapSize: 32 << 20, logger: notices.logger)
        let kernel = try await Kernel.live(at: path, options: options)
        do {
            let result = try await body(kernel)
            await kernel.close()
            return result
        } catch {
            await kernel.close()
            throw error
        }
    }
}

/// Collects what a kernel logs, from notices upwards.
final class Notices: Sendable {
    private let handler = InMemoryLogHandler()
    var logger: Logger { Logger(label: "test", factory: { [handler] _ in handler }) }
    var all: [String] { handler.entries.filter { $0.level >= .notice }.map { "\($0.message) \($0.metadata)" } }
}
