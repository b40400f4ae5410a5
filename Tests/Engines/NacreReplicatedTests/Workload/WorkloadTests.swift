import FaultyNodes
import Nacre
import NacreReplicated
import TestTraits
import Testing

extension PlantedFault: CustomTestStringConvertible {
    /// The name of the fault.
    public var testDescription: String { rawValue }
}

@Suite(.fewAtOnce) struct WorkloadTests {
    /// Faults of every kind, now and then.
    private static var rates: LogFaultRates {
        var rates = LogFaultRates()
        rates.refused = 0.04
        rates.lostRequest = 0.04
        rates.lostAnswer = 0.06
        rates.late = 0.04
        rates.repeatedRequest = 0.04
        rates.repeatedEntry = 0.05
        rates.brokenStream = 0.02
        rates.delayed = 0.1
        return rates
    }

    /// Runs a workload on three nodes.
    ///
    /// - Parameters:
    ///   - seed: Determines the workload and the faults, as far as the order of the calls does not.
    ///   - fault: A fault of the first node.
    /// - Returns: What is wrong.
    /// - Throws: Errors of opening the nodes.
    private func findings(seed: UInt64, planting fault: PlantedFault? = nil) async throws -> [String] {
        // With a small limit, groups of a few commits go in parts.
        let log = InMemoryReplicatedLog(entryByteLimit: seed % 3 == 0 ? 700 : 1 << 20, seed: seed)
        return try await withCluster(log) { cluster in
            var nodes: [ReplicatedEventStore] = []
            for number in 0..<3 {
                let isFaulty = number == 0
                nodes.append(
                    try await cluster.node(
                        "\(number)", over: { isFaulty ? fault?.plant(in: $0) ?? $0 : $0 },
                        changing: {
                            $0.appendLimit = .milliseconds(400)
                            $0.readLimit = .milliseconds(800)
                            $0.watchInterval = .milliseconds(100)
                            $0.seriesPatience = .milliseconds(50)
                        }))
            }
            // Opening has a short limit here, too, and a busy machine is no fault.
            log.rates = Self.rates
            var size = Workload.Size()
            size.hasPartitions = fault == nil
            return try await Workload(nodes, of: cluster, seed: seed, size).run()
        }
    }

    @Test(arguments: 1...UInt64(12))
    func `random commits on three nodes with random faults leave one log, as it was answered`(seed: UInt64)
        async throws
    {
        let findings = try await findings(seed: seed)
        #expect(findings.isEmpty, "seed \(seed): \(findings.prefix(4).joined(separator: "; "))")
    }

    @Test(arguments: PlantedFault.allCases)
    func `a planted fault is found`(fault: PlantedFault) async throws {
        var found: [String] = []
        for seed in UInt64(1)...5 where found.isEmpty { found = try await findings(seed: seed, planting: fault) }
        #expect(!found.isEmpty)
    }
}
