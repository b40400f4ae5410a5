import Foundation
package import Nacre

/// An engine whose stores are event stores with a mapped log.
protocol EventStoreEngine: BenchmarkEngine {
    associatedtype Store: EventStore & MappedLog

    /// Opens a store, runs a body, and closes the store in every case.
    func withStore<Result: Sendable>(
        _ folder: URL, _ body: (Store) async throws -> Result
    ) async throws -> Result
}

extension EventStoreEngine {
    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        try await withStore(folder) { store in
            try await onDedicatedThread(opened)
            return try await .passes(over: store, by: path, seconds: seconds)
        }
    }

    func readBack<Observer: LogObserver>(_ folder: URL, into observer: Observer) async throws -> Observer {
        try await withStore(folder) { store in
            var observer = observer
            if observer.wantsLabels {
                for try await event in store.readLog() { observer.observe(event) }
                return observer
            }
            return try await onDedicatedThread { [observer] in
                var observer = observer
                try store.scan { event in
                    observer.observe(
                        position: event.position, version: event.version, stream: event.streamName.bytes,
                        payload: event.data.bytes, type: event.typeName.bytes, schema: event.schema,
                        metadata: event.metadata.bytes, id: nil, tags: [])
                }
                return observer
            }
        }
    }
}

extension ReplaySlice {
    package static func passes(
        over store: some EventStore & MappedLog, by path: ReplayPath, seconds: Double
    ) async throws -> ReplaySlice {
        switch path {
        case .scan:
            try await onDedicatedThread {
                try passes(seconds: seconds) {
                    var contents = LogContents()
                    try store.scan { event in
                        contents.events += 1
                        contents.payloadSum &+= event.data.bytes.wordSum
                    }
                    return contents
                }
            }
        case .sequence: try await iterations(over: store, seconds: seconds)
        }
    }

    @concurrent
    private static func iterations(over store: some EventStore, seconds: Double) async throws -> ReplaySlice {
        try await passes(seconds: seconds) {
            var contents = LogContents()
            for try await event in store.readLog() { contents.add(event.data) }
            return contents
        }
    }
}
