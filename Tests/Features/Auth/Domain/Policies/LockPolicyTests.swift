import AuthDomain
import DomainKit
import Testing

@Suite
struct LockPolicyTests {
    private let start = Instant(nanosecondsSince1970: 946_684_800_000_000_000, decimals: 0)

    private func time(_ seconds: Int) -> Instant {
        Instant(nanosecondsSince1970: start.nanosecondsSince1970 + Int64(seconds) * 1_000_000_000, decimals: 0)
    }

    /// The attempts allowed in a day to a caller that tries again every second.
    private func allowed(by policy: LockPolicy) -> [Int] {
        var attempts: Attempts?
        return (0..<86_400).filter { policy.begin(&attempts, at: time($0)) == nil }
    }

    @Test
    func `a caller that tries every second gets five attempts, then waits that double up to an hour`() {
        let times = allowed(by: LockPolicy())
        #expect(times.prefix(5) == [0, 1, 2, 3, 4])
        let waits = zip(times.dropFirst(4), times.dropFirst(5)).map { $1 - $0 }
        #expect(waits.prefix(8) == [30, 60, 120, 240, 480, 960, 1920, 3600])
        #expect(waits.dropFirst(8).allSatisfy { $0 == 3600 })
        #expect(times.count <= 36)
    }

    @Test
    func `an attempt during a lock does not prolong it`() {
        let policy = LockPolicy()
        var attempts: Attempts? = Attempts(count: 5, lastAt: start)
        let early = policy.begin(&attempts, at: time(29))
        #expect(early == time(30))
        #expect(attempts == Attempts(count: 5, lastAt: start))
        let later = policy.begin(&attempts, at: time(30))
        #expect(later == nil)
        #expect(attempts == Attempts(count: 6, lastAt: time(30)))
    }

    @Test
    func `the count begins again a day after the last attempt`() {
        let policy = LockPolicy()
        var attempts: Attempts? = Attempts(count: 50, lastAt: start)
        let until = policy.begin(&attempts, at: time(86_400))
        #expect(until == nil)
        #expect(attempts == Attempts(count: 1, lastAt: time(86_400)))
    }

    @Test
    func `an attempt that was not judged is taken back`() {
        let policy = LockPolicy()
        var attempts: Attempts?
        policy.withdraw(&attempts)
        #expect(attempts == nil)
        _ = policy.begin(&attempts, at: start)
        policy.withdraw(&attempts)
        #expect(attempts == nil)
        for _ in 0..<3 { _ = policy.begin(&attempts, at: start) }
        policy.withdraw(&attempts)
        #expect(attempts?.count == 2)
    }

    @Test
    func `counts and times at the limits of their types lock without overflow`() {
        let policy = LockPolicy()
        var attempts: Attempts? = Attempts(count: .max - 1, lastAt: .latest)
        let locked = policy.begin(&attempts, at: start)
        #expect(locked == .latest)
        attempts = Attempts(count: 7, lastAt: .earliest)
        let allowed = policy.begin(&attempts, at: start)
        #expect(allowed == nil)
    }
}
