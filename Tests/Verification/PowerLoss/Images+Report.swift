import DiskTracing
import Nacre

extension Images {
    /// What came of it.
    struct Report: Codable {
        var durability = ""
        var commits = 0
        var syncs = 0
        /// Runs in which the disk failed, and how many calls failed in them.
        var runsWithFailure = 0
        var failedCalls: UInt64 = 0
        /// Moments at which the power was lost.
        var moments = 0
        /// Moments that the number of images left no room for, in the run without a failure and behind failures.
        var momentsLeftOut = 0
        var momentsLeftOutBehindFailures = 0
        var images = 0
        /// Images that the work went on with, at durability `full`.
        var continued = 0
        /// Images of which the index or the read models had to be rebuilt.
        var rebuilt = 0
        var losses = 0
        /// What was lost in the first few of them.
        var examples: [String] = []
        /// Images of which a page was damaged besides, and of how many of them something was refused for it.
        var damaged = 0
        var damagedAndRefused = 0
        /// What those have answered rightly, and refused.
        var rightAnswers = 0
        var refusals = 0
        /// What the first few of them have answered otherwise.
        var wrongAnswers: [String] = []
    }

    /// Counts what several audits find.
    actor Tally {
        private(set) var report: Report
        private var damaged: [DamagedImage] = []

        init(_ report: Report) {
            self.report = report
        }

        func count(_ trace: DiskTrace, _ answers: Workload.Answers) {
            report.commits += answers.acknowledged.count
            report.syncs += trace.entries.count { if case .syncEnd = $0 { true } else { false } }
            report.runsWithFailure += trace.failedCalls == 0 ? 0 : 1
            report.failedCalls += trace.failedCalls
        }

        func countLeftOut(_ moments: Int, behindFailure: Bool) {
            if behindFailure {
                report.momentsLeftOutBehindFailures += moments
            } else {
                report.momentsLeftOut += moments
            }
        }

        /// Takes in a damaged image; gives back so many at a time as a process audits.
        func collect(_ image: DamagedImage) -> [DamagedImage] {
            damaged.append(image)
            guard damaged.count >= 16 else { return [] }
            return rest()
        }

        func rest() -> [DamagedImage] {
            defer { damaged = [] }
            return damaged
        }

        func count(_ result: DamagedImage.Result, of image: DamagedImage) {
            report.damaged += 1
            report.damagedAndRefused += result.refused > 0 ? 1 : 0
            report.rightAnswers += result.right
            report.refusals += result.refused
            if let wrong = result.wrong.first, report.wrongAnswers.count < 10 {
                report.wrongAnswers.append("\(image.description): \(wrong), and \(result.wrong.count - 1) more")
            }
        }

        func countMoment() {
            report.moments += 1
        }

        func countImage(isContinued: Bool, isRebuilt: Bool, loss: String?) {
            report.images += 1
            report.rebuilt += isRebuilt ? 1 : 0
            report.continued += isContinued ? 1 : 0
            guard let loss else { return }
            report.losses += 1
            if report.examples.count < 5 { report.examples.append(loss) }
        }
    }
}
