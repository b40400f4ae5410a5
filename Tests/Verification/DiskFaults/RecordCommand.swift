import ArgumentParser
import CDiskRecorder
import DiskTracing
import Foundation
import Nacre
import NacreLMDB

/// The command `record`, for the command `pages` alone.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Create a store, and record the history of its pages.", shouldDisplay: false)

    @Argument var shape: Shape
    @Option var seed: UInt64 = 1
    @Option var folder: String

    func run() async throws {
        let path = folder + "/store"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let workload = ShapeWorkload(shape: shape, seed: seed)
        var history = HistoryRecording(pageSize: Int(sysconf(Int32(_SC_PAGESIZE))))
        for first in stride(from: 1, through: shape.commits, by: shape.commitsPerOpening) {
            let last = min(shape.commits, first + shape.commitsPerOpening - 1)
            disk_recorder_begin(
                path, 1,
                disk_fault(
                    reach: DISK_REACH_ALL, first: 0, pattern: 0, manner: DISK_MANNER_NOTHING, error: 0))
            let store = try await LMDBEventStore.open(at: path, options: shape.options)
            // Late, so that many of the pages freed then are free at the end.
            let pinned =
                shape.pinsReader && (first..<last).contains(shape.commits * 7 / 10) ? min(last, first + 400) : 0
            if pinned > 0 { try await append(first...pinned, of: workload, to: store, isPinned: true) }
            if pinned < last {
                try await append(max(first, pinned + 1)...last, of: workload, to: store, isPinned: false)
            }
            if last == shape.commits, shape.hasReadModel { try await project(store, in: path) }
            await store.close()
            try history.add(.recorded())
        }
        try history.expect(path + "/log.mdb")
        try history.save(in: folder)
    }

    /// Appends commits one after the other, each in its own LMDB transaction.
    private func append(
        _ numbers: ClosedRange<Int>, of workload: ShapeWorkload, to store: LMDBEventStore, isPinned: Bool
    ) async throws {
        guard isPinned else {
            for number in numbers { try await store.append(workload.commit(number)) }
            return
        }
        // A paused scan holds its transaction, so that pages freed meanwhile are not reused.
        let (done, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let scanning: Void = SerialBlockingExecutor(named: "pinning").run {
            try store.scan(after: 0) { (_: EventView) -> Bool in
                begun.signal()
                done.wait()
                return false
            }
        }
        try await SerialBlockingExecutor(named: "waiting").run { begun.wait() }
        defer { done.signal() }
        for number in numbers { try await store.append(workload.commit(number)) }
        done.signal()
        try await scanning
    }

    private func project(_ store: LMDBEventStore, in path: String) async throws {
        let models = try await StreamCounts.models(in: path)
        defer { models.close() }
        try await ProjectionRunner(projection: StreamCounts(), store: store, models: models).catchUp()
    }
}
