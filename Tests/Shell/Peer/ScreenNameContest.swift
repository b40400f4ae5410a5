import DomainKit
import Nacre
import ProfileDomain
import Shell

/// Sets up profiles while other processes do the same with the same screen names.
struct ScreenNameContest {
    private static let barrier: StreamName = "ready"

    let application: Application
    let process: Int

    func run(processes: Int, tasks: Int, names: Int) async throws -> PeerNames {
        // All processes start at once; otherwise the first one would take all names before the others run.
        try await application.store.append([EventData(type: "Ready", data: [])], to: Self.barrier)
        while try await application.store.version(of: Self.barrier) < processes {
            try await Task.sleep(for: .milliseconds(1))
        }
        return await withTaskGroup(of: PeerNames.self) { group in
            for task in 0..<tasks {
                group.addTask { await take(names, task: task) }
            }
            return await group.reduce(into: PeerNames()) { sum, part in
                sum.owners.merge(part.owners) { first, _ in first }
                sum.refusals += part.refusals
                sum.failures += part.failures
            }
        }
    }

    private func take(_ names: Int, task: Int) async -> PeerNames {
        var taken = PeerNames()
        let user = "user-\(process)-\(task)"
        for index in 0..<names {
            let name = "Name\((index + task) % names)"
            do {
                let profile = try await application.profiles.completeIdentity(
                    user: user, screenName: (task + process).isMultiple(of: 2) ? name : name.uppercased(),
                    birthday: "1990-12-10")
                taken.owners[user] = profile.screenName
                break
            } catch let error as ProfileError where error.code == .screenNameTaken {
                taken.refusals += 1
            } catch {
                taken.failures.append("\(error)")
            }
        }
        return taken
    }
}
