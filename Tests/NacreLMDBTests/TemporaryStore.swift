import DomainKit
import Foundation
import Nacre
import NacreLMDB
import PeerMessages
import Synchronization

/// A folder for stores that goes away with the object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension LMDBEventStore.Options {
    /// Small maps, so that many tests can run at once.
    static func small(
        createsStore: Bool = true, timeSource: any TimeSource = SystemTimeSource(),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) -> LMDBEventStore.Options {
        LMDBEventStore.Options(
            createsStore: createsStore, mapSize: 256 << 20, derivedMapSize: 64 << 20, timeSource: timeSource,
            notice: notice)
    }
}

/// Collects what a store says of itself.
final class Notices: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ notice: String) { list.withLock { $0.append(notice) } }
}

/// Runs jobs in a second process.
struct Peer {
    let store: String

    /// The executable stands beside the test bundle.
    static var executable: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("NacrePeer")
    }

    func start(_ job: PeerJob) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = [store]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(job))
        try input.fileHandleForWriting.close()
        return (process, output.fileHandleForReading)
    }

    func run<Answer: Decodable & Sendable>(_ job: PeerJob, as type: Answer.Type = Answer.self) async throws -> Answer {
        let (process, output) = try start(job)
        // Reading to the end blocks: a thread of its own keeps the cooperative pool free.
        let data = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let result = Result { try output.readToEnd() ?? Data() }
                process.waitUntilExit()
                continuation.resume(with: result)
            }
        }
        guard process.terminationStatus == 0 else { throw PeerFailure(status: process.terminationStatus) }
        return try JSONDecoder().decode(type, from: data)
    }
}

struct PeerFailure: Error {
    let status: Int32
}
