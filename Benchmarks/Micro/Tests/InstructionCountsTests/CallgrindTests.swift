import MicroBenchmarks
import Testing

@testable import InstructionCounts

@Suite struct CallgrindTests {
    @Test func `the count is the total of the profile`() {
        #expect(Callgrind.instructions(in: "events: Ir\nsummary: 12\n\nfn=(1)\n7 5\ntotals: 1234567\n") == 1_234_567)
        #expect(Callgrind.instructions(in: "events: Ir\nsummary: 12 5\nfn=(1)\n") == 12)
        #expect(Callgrind.instructions(in: "events: Ir\n") == nil)
    }

    @Test func `without valgrind, counting fails and names the command that installs it`() throws {
        let error = #expect(throws: CountingError.self) {
            try Callgrind(program: "no-such-valgrind").count(MicroBenchmark.all[0])
        }
        #expect(error?.description.contains(".ci/setup count") == true)
        #expect(error?.exitCode == 1)
    }
}
