import DomainKit
import Foundation
import InMemoryLogging
import Logging
import Nacre
import NacreLMDB
import NacreRuntime
import Shell

/// A folder for stores, which is removed with the object.
final class TemporaryStore: Sendable {
    let folder: String

    /// The store's own folder.
    var path: String { folder + "/store" }

    init() throws {
        folder = NSTemporaryDirectory() + "nacre-application-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Opens the application of the store.
    func open(
        for purpose: StoragePurpose = .writing, time: any TimeSource = SystemTimeSource(),
        durability: LMDBEventStore.Durability = .full, _ options: Application.Options = .init(), logger: Logger? = nil
    ) async throws -> Application {
        var options = options
        if let logger { options.runtime.logger = logger }
        return try await Application.open(
            .lmdb(
                at: path,
                options: .init(
                    durability: durability, mapSize: 64 << 20, derivedMapSize: 32 << 20, timeSource: time,
                    logger: options.runtime.logger)), for: purpose, options: options)
    }

    /// Opens the application of the store, runs a body on it, and closes it.
    func withApplication<Result>(
        _ notices: Notices = Notices(), _ body: (Application) async throws -> Result
    ) async throws -> Result {
        let application = try await open(logger: notices.logger)
        do {
            let result = try await body(application)
            await application.close()
            return result
        } catch {
            await application.close()
            throw error
        }
    }
}

/// Collects an application's log messages of level notice and above.
final class Notices: Sendable {
    private let handler = InMemoryLogHandler()
    var logger: Logger { Logger(label: "test", factory: { [handler] _ in handler }) }
    var all: [String] { handler.entries.filter { $0.level >= .notice }.map { "\($0.message) \($0.metadata)" } }
}

extension Application {
    /// Creates the application on a store in memory.
    static func inMemory(
        time: any TimeSource = SystemTimeSource(), options: Options = Options()
    ) throws -> Application {
        try Application(on: InMemoryEngine(time: time).storage, options: options)
    }
}
