import Foundation
import Nacre

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// A sound engine with a fault.
struct BrokenEngine: WrappingEngine {
    let fault: Fault

    /// The sound engine: in memory, unless the fault needs a disk.
    let engine: any BenchmarkEngine

    init(_ fault: Fault) {
        self.fault = fault
        engine =
            switch fault {
            case .verifiesLess, .callsItselfSafe:
                NacreEngine(durability: .unsynced, mapSize: smallMap)
            default: MemoryEngine(stores: MemoryStores())
            }
    }

    var durability: Durability { fault == .callsItselfSafe ? .full : engine.durability }

    var abilities: EngineAbilities {
        switch fault {
        case .keepsAStoreForEachProcess: engine.abilities.union(.sharing)
        case .opensUnpromised: engine.abilities.subtracting(.openStore)
        case .replaysUnpromised: engine.abilities.subtracting(.sequence)
        case .dropsUnpromisedConditions: engine.abilities.subtracting(.conditions)
        default: engine.abilities
        }
    }

    func open(_ folder: URL) async throws -> any EngineSession {
        BrokenSession(fault: fault, sound: try await engine.open(folder))
    }

    func replay(
        _ folder: URL, by path: ReplayPath, seconds: Double, opened: @escaping @Sendable () throws -> Void
    ) async throws -> ReplaySlice {
        var slice = try await engine.replay(folder, by: path, seconds: seconds) {
            try opened()
            if fault == .saysTwiceThatItIsOpen { try opened() }
        }
        let events = slice.contents[0].events
        switch fault {
        case .skipsAnEvent where path == .scan && events > 0: slice.contents[0].events -= 1
        case .skipsAnEventInSequence where path == .sequence && events > 0: slice.contents[0].events -= 1
        case .findsWhatIsNotThere where events == 0: slice.contents[0].events += 1
        default: break
        }
        return slice
    }

    func faults(in folder: URL) async throws -> [String] { fault == .findsFaults ? ["a page is damaged"] : [] }

    /// A worker in this process instead of another one: each but the first has its own store.
    func worker(_ task: WorkerTask) async throws -> any Worker {
        var task = task
        if task.load.runningWriters.lowerBound > 0 {
            task.store += "-of-its-own"
            try FileManager.default.createDirectory(atPath: task.store, withIntermediateDirectories: false)
        }
        return try await StoreWorker(task, engine: self)
    }
}
