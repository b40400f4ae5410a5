import DomainKit
import FeatureAPI
import FeatureTesting
import ItemsDomain
import ItemsRemote
import NacreTesting
import ProfileDomain
import ProfileRemote
import TestTraits
import Testing

/// The behaviour tests of the features, on repositories whose server is reached over sockets of loopback.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct RemoteBehaviourTests {
    /// How a server is reached.
    enum Connection: CaseIterable {
        case good

        /// Each change is carried out, its answer is lost, and it is sent again.
        case losingAnswers

        func carrier(_ transport: any HTTPTransport) -> any HTTPTransport {
            self == .good ? transport : LosingTransport(transport)
        }
    }

    @Test(arguments: Connection.allCases, ItemBehaviours.all)
    func `items at a server behave, each user with a session`(
        _ connection: Connection, _ behaviour: Behaviour<ItemStores>
    ) async throws {
        let time = ManualTimeSource()
        try await RemoteKernel.run(at: time, over: connection.carrier) { kernel in
            let all = ItemStorage.remote(kernel.operatorClient, scope: .all)
            try await behaviour.verify(
                on: ItemStores(all, time: time) { access in
                    let storage: ItemStorage =
                        switch access {
                        case .all: all
                        case .owner(let owner): .remote(kernel.client(of: owner))
                        }
                    return ItemUseCases(
                        in: storage, for: .all, ids: RandomIDGenerator(), retry: ConflictRetry(attempts: 100))
                })
        }
    }

    /// The behaviours of profiles that do not hold at a server, each with the reason.
    private static let impossible = [
        "a name that the log gives to several users is shown, kept, and free once all have released it":
            "the server refuses to record a taken name, so no client can bring the log into this state"
    ]

    /// The behaviours of profiles that hold at a server.
    static let possible = ProfileBehaviours.all.filter { Self.impossible[$0.sentence] == nil }

    @Test(arguments: Connection.allCases, possible)
    func `profiles at a server behave, for an operator`(
        _ connection: Connection, _ behaviour: Behaviour<ProfileStores>
    ) async throws {
        let time = ManualTimeSource()
        try await RemoteKernel.run(at: time, over: connection.carrier) { kernel in
            let storage = ProfileStorage.remote(kernel.operatorClient)
            try await behaviour.verify(
                on: ProfileStores(
                    storage, profiles: ProfileUseCases(in: storage, time: time, retry: ConflictRetry(attempts: 100)),
                    time: time))
        }
    }

    @Test func `a behaviour that is left out exists, and its first step is refused`() async throws {
        for sentence in Self.impossible.keys { #expect(ProfileBehaviours.all.contains { $0.sentence == sentence }) }
        try await RemoteKernel.run { kernel in
            let profiles = ProfileStorage.remote(kernel.operatorClient).repository
            let twin = ProfileEvent.identityCompleted(screenName: "Twin", birthday: "1990-12-10")
            _ = try await profiles.save([twin], for: UserID("ada"), expecting: 0)
            let error = await #expect(throws: ProfileError.self) {
                try await profiles.save([twin], for: UserID("bob"), expecting: 0)
            }
            #expect(error?.code == .screenNameTaken)
        }
    }
}
