package import Foundation
import Synchronization

/// An engine that stores everything correctly, but shows an audit a faulty log.
package struct FaultyEngine: WrappingEngine {
    package let engine: any BenchmarkEngine
    private let fault: PlantedFault

    package init(_ engine: any BenchmarkEngine, _ fault: PlantedFault) {
        self.engine = engine
        self.fault = fault
    }

    package var filler: any BenchmarkEngine { FaultyEngine(engine.filler, fault) }

    package func append(
        _ load: AppendLoad, within budget: SliceBudget, eventsPerCommit: Int?, in folder: URL,
        watchedBy watch: LoadWatch?
    ) async throws -> AppendSlice {
        var slice = try await engine.append(
            load, within: budget, eventsPerCommit: eventsPerCommit, in: folder, watchedBy: watch)
        guard let records = fault.planted(in: slice.records) else { throw unplanted }
        slice.records = records
        return slice
    }

    package func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        let log = Mutex<[LoggedRecord]>([])
        try await engine.readBack(folder, wantsLabels: observer.wantsLabels) { event in
            log.withLock { $0.append(event) }
        }
        guard let planted = fault.planted(in: log.withLock { $0 }) else { throw unplanted }
        var observer = observer
        for event in planted {
            observer.observe(
                position: event.position, version: event.version, stream: event.stream.span.bytes,
                payload: event.payload.span.bytes, type: event.type.span.bytes, schema: event.schema,
                metadata: event.metadata.span.bytes, id: event.id, tags: event.tags)
        }
        return observer
    }

    private var unplanted: HarnessError {
        HarnessError(
            "the fault \(fault.rawValue) finds no place: append more events, to fewer streams, before it is planted")
    }
}
