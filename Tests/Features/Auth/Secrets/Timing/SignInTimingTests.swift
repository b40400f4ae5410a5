import AuthDomain
import AuthSecrets
import Foundation
import TestRandomness
import Testing

/// Times of sign-ins do not show whether an account exists.
///
/// With `NACRE_SIGN_IN_PAIRS`, with as many pairs, and hashes at the cost of production.
@Suite(.serialized) struct SignInTimingTests {
    private static let pairs = ProcessInfo.processInfo.environment["NACRE_SIGN_IN_PAIRS"].flatMap { Int($0) }

    /// A difference is found by chance in one of a hundred rounds: three rounds find it by chance once in a million.
    private static let rounds = 3

    /// The delays that are to be found.
    ///
    /// On a busy machine, 2 ms may be less than other processes take. Each address has five attempts in succession.
    private static let delays = [Duration.milliseconds(2), .milliseconds(60)]

    @Test(.timeLimit(.minutes(25)))
    func `the times of existing and missing accounts do not differ, and a delay is found`() async throws {
        let cost = try Self.pairs == nil ? PasswordHashingCost(passes: 2, memory: 4 << 20) : .standard
        try await SignInTimes.with(Self.pairs ?? 100, cost: cost) { times async throws in
            var probabilities: [Double] = []
            for round in 0..<Self.rounds where probabilities.allSatisfy({ $0 <= 0.01 }) {
                probabilities.append(
                    PairedTest(try await times.pairs(round: round), seed: UInt64(round)).probability)
            }
            #expect(probabilities.contains { $0 > 0.01 }, "\(probabilities)")
            var found: [Double] = []
            for (index, delay) in Self.delays.enumerated() where found.allSatisfy({ $0 > 0.01 }) {
                let round = Self.rounds + index
                let pairs = try await times.pairs(round: round, delay: delay)
                found.append(PairedTest(pairs, seed: UInt64(round)).probability)
            }
            #expect(found.contains { $0 <= 0.01 }, "\(found)")
        }
    }

    @Test func `pairs that differ by chance are alike in nearly all cases, and a shift is found`() {
        var random = SeededGenerator(seed: 7)
        var alike = 0
        for seed in 0..<100 {
            // Times with a long tail, as those of a busy machine.
            let pairs = (0..<100).map { _ in (random.time(), random.time()) }
            if PairedTest(pairs, permutations: 999, seed: UInt64(seed)).probability > 0.01 { alike += 1 }
            let shifted = pairs.map { ($0.0 + 2, $0.1) }
            #expect(PairedTest(shifted, permutations: 999, seed: UInt64(seed)).probability <= 0.01)
        }
        #expect(alike >= 95)
    }
}

extension SeededGenerator {
    fileprivate mutating func time() -> Double {
        10 + Double(below(2_000)) / 1_000 + (chance(10) ? Double(below(40)) : 0)
    }
}
