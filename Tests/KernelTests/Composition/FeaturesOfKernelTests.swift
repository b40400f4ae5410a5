import DomainKit
import FeatureTesting
import ItemsDomain
import NacreTesting
import ProfileDomain
import TestTraits
import Testing

@testable import Kernel

/// What is asked of the features, asked of them as the kernel puts them together.
@Suite(.fewAtOnce)
struct FeaturesOfKernelTests {
    /// How a kernel is put together.
    enum Composition: CaseIterable {
        case live
        case inMemory
        case withRepositoriesInMemory
    }

    /// Does something with an empty kernel.
    private func withKernel(
        _ composition: Composition, at time: ManualTimeSource, _ body: (Kernel) async throws -> Void
    ) async throws {
        var options = Kernel.Options(mapSize: 64 << 20, derivedMapSize: 32 << 20, timeSource: time)
        options.conflictRetry = ConflictRetry(attempts: 100)
        let folder = try TemporaryStore()
        let kernel: Kernel
        switch composition {
        case .live: kernel = try await Kernel.live(at: folder.path, options: options)
        case .inMemory: kernel = Kernel.inMemory(options: options)
        case .withRepositoriesInMemory:
            options.itemStorage = .inMemory(time: time)
            options.profileStorage = .inMemory(time: time)
            kernel = Kernel.inMemory(options: options)
        }
        do {
            try await body(kernel)
        } catch {
            await kernel.close()
            throw error
        }
        await kernel.close()
    }

    @Test(arguments: Composition.allCases, ItemBehaviours.all)
    func `the kernel's items behave`(_ composition: Composition, _ behaviour: Behaviour<ItemStores>) async throws {
        let time = ManualTimeSource()
        try await withKernel(composition, at: time) { kernel in
            try await behaviour.verify(on: ItemStores(kernel.itemStorage, items: kernel.items, time: time))
        }
    }

    @Test(arguments: Composition.allCases, ProfileBehaviours.all)
    func `the kernel's profiles behave`(
        _ composition: Composition, _ behaviour: Behaviour<ProfileStores>
    ) async throws {
        let time = ManualTimeSource()
        try await withKernel(composition, at: time) { kernel in
            try await behaviour.verify(
                on: ProfileStores(kernel.profileStorage, profiles: kernel.profiles, time: time))
        }
    }
}
