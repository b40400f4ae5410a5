import ChildProcesses
import Foundation
import PeerMessages
import TestTraits
import Testing

/// A sample of the seeds of the journal's simulation, which is a program of its own.
///
/// On Linux only: elsewhere no calls of libc can be intercepted. `NACRE_JOURNAL_SEEDS` sets another number of seeds.
#if os(Linux)
    @Suite(.fewAtOnce) struct JournalSimulationTests {
        /// Runs the executable beside the test bundle.
        private func run(_ arguments: String...) async throws -> (output: String, ending: ChildProcess.Ending) {
            let folder = Peer<PeerJob>.executable.deletingLastPathComponent()
            let process = try await ChildProcess(
                folder.appendingPathComponent("NacreJournalSimulation"), arguments)
            let data = try await process.output()
            return (String(decoding: data, as: UTF8.self), try await process.ending())
        }

        @Test func `no order of openings, frames, drains and deaths loses or changes an event`() async throws {
            let seeds = ProcessInfo.processInfo.environment["NACRE_JOURNAL_SEEDS"] ?? "40"
            let (output, ending) = try await run("--seeds", seeds)
            #expect(ending == .exit(0), "\(output)")
        }

        @Test func `a seed determines all steps and answers`() async throws {
            let (one, two) = (try await run("--verbose", "--seeds", "4"), try await run("--verbose", "--seeds", "4"))
            #expect(one.output == two.output)
            #expect(one.output.contains("append"))
        }
    }
#endif
