import CSyncCount
import Testing

@testable import NacreBenchmarks
@testable import NacreVerification

/// The rules find an engine that breaks one of them.
@Suite struct BrokenEngineTests {
    private func attempt(_ rule: EngineRule, with fault: Fault) async throws {
        // A new engine for each rule: stores in memory last as long as their engine.
        let engine = BrokenEngine(fault)
        let tried = TriedEngine(engine) { try await engine.worker($0) }
        guard rule.concerns(engine) else { return }
        try await Gate.stores.pass { try await tried.attempt(rule) }
    }

    /// Without a count of syncs, a missing sync cannot be found.
    static let findable = Fault.allCases.filter { $0 != .callsItselfSafe || sync_count("/") >= 0 }

    @Test(arguments: findable)
    func `an engine that breaks a rule fails it`(fault: Fault) async throws {
        let rule = try #require(EngineRule.all.first { $0.name.contains(fault.rule) })
        await #expect(throws: (any Error).self) { try await attempt(rule, with: fault) }
    }

    @Test(arguments: [Fault.changesAByte, .losesTrailingZeros, .swapsWords])
    func `a fault in bytes outside of the load is found only by the rule of all bytes`(fault: Fault) async throws {
        var broken: [String] = []
        for rule in EngineRule.all {
            do {
                try await attempt(rule, with: fault)
            } catch {
                broken.append(rule.name)
            }
        }
        #expect(broken == ["every byte that a payload can hold is read back"])
    }

    @Test(arguments: EngineRule.all)
    func `every rule has a fault that breaks it`(rule: EngineRule) {
        #expect(Fault.allCases.contains { rule.name.contains($0.rule) })
    }

    @Test(arguments: Fault.allCases)
    func `a fault names one rule`(fault: Fault) {
        #expect(EngineRule.all.count { $0.name.contains(fault.rule) } == 1)
    }
}
