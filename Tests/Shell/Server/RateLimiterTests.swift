import Testing

@testable import ShellServer

@Suite struct RateLimiterTests {
    @Test func `a client may make a burst, and then as many as flow back`() {
        let limiter = RateLimiter(perSecond: 2, burst: 3)
        let start = ContinuousClock.now
        #expect((0..<3).allSatisfy { _ in limiter.admit("a", at: start) == nil })
        #expect(limiter.admit("a", at: start) == 1)
        #expect(limiter.admit("a", at: start + .milliseconds(400)) == 1)
        #expect(limiter.admit("a", at: start + .milliseconds(500)) == nil)
        #expect(limiter.admit("a", at: start + .milliseconds(500)) != nil)
        #expect((0..<3).allSatisfy { _ in limiter.admit("a", at: start + .seconds(60)) == nil })
        #expect(limiter.admit("a", at: start + .seconds(60)) != nil)
    }

    @Test func `clients are limited apart from each other`() {
        let limiter = RateLimiter(perSecond: 0.1, burst: 1)
        let start = ContinuousClock.now
        #expect(limiter.admit("a", at: start) == nil)
        #expect(limiter.admit("a", at: start) == 10)
        #expect(limiter.admit("b", at: start) == nil)
    }

    @Test func `a limited client stays limited when many others come`() {
        let limiter = RateLimiter(perSecond: 1, burst: 1)
        let start = ContinuousClock.now
        #expect(limiter.admit("a", at: start + .seconds(1)) == nil)
        for number in 0..<20_000 { _ = limiter.admit("other \(number)", at: start) }
        #expect(limiter.admit("a", at: start + .seconds(1)) != nil)
    }
}
