import Nacre
import NacreRuntime

/// The states of one stream, of which some are kept so that any other one is folded from a near one.
struct StreamStates {
    // FEAT-52: Going back folds from a kept state.

    /// The maximum number of kept states.
    static let maxKept = 128

    private struct Kept {
        let version: StreamVersion
        let fold: (any StateFolding)?
    }

    private let store: any EventStore
    private let stream: StreamName

    /// The kept states, ordered by version; the first one is that before all events.
    private var kept: [Kept]

    /// Versions that are multiples of this are kept.
    private var interval: StreamVersion = 1

    init(of stream: StreamName, in runtime: Runtime) {
        self.stream = stream
        store = runtime.store
        kept = [Kept(version: 0, fold: runtime.fold(for: stream.category))]
    }

    /// The number of kept states.
    var keptCount: Int { kept.count }

    /// The event of a version with the state after it; `nil` if the stream ends before.
    ///
    /// - Complexity: O(*n*) in the events since the nearest kept state.
    mutating func step(at version: StreamVersion) async throws -> Step? {
        let nearest = kept.last { $0.version < version } ?? kept[0]
        var (fold, state) = (nearest.fold, nearest.fold?.value)
        var step: Step?
        let limit = Int(clamping: version - nearest.version)
        for try await event in store.read(stream, .forward(after: nearest.version), limit: limit) {
            let effect = Story.apply(event, to: &fold, &state)
            keep(fold, at: event.version)
            guard event.version == version else { continue }
            step = Step(event: event, content: .state(state, effect))
        }
        return step
    }

    private mutating func keep(_ fold: (any StateFolding)?, at version: StreamVersion) {
        guard version % interval == 0, version > kept.last?.version ?? 0 else { return }
        kept.append(Kept(version: version, fold: fold))
        guard kept.count > Self.maxKept else { return }
        interval *= 2
        kept.removeAll { $0.version % interval != 0 }
    }
}
