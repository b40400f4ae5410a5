import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import PeerMessages
import Shell

/// A second process for the tests of the application: opens the store named by its argument, runs the job on its
/// standard input, and answers on its standard output.
@main struct ShellPeer {
    static func main() async throws {
        let settings = try PeerSettings(CommandLine.arguments)
        let job = try JSONDecoder().decode(ShellJob.self, from: try FileHandle.standardInput.readToEnd() ?? Data())
        try settings.apply()
        switch job {
        case .deleteAccount(let token, let password, let step):
            try await DeletionRun(settings: settings, deadlyStep: step).run(token: token, password: password)
        case .takeScreenNames(let process, let processes, let tasks, let names):
            let application = try await Application.open(settings.engine)
            try PeerAnswer.write(
                try await ScreenNameContest(application: application, process: process)
                    .run(processes: processes, tasks: tasks, names: names))
            await application.close()
        case .react(let isAnnounced):
            let application = try await Application.open(settings.engine, options: .init(welcomesProfiles: true))
            let position = try await ReactionRun(application: application).run(announced: isAnnounced)
            if !isAnnounced {
                try PeerAnswer.write(
                    PeerAnswer(AppendResult(firstPosition: position, lastPosition: position, streams: [])))
            }
            await application.close()
        }
    }
}
