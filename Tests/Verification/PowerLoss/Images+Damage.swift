import Nacre
import NacreLMDB
import TestRandomness

extension Images {
    /// Also damages a page of an image, if it has one.
    func damage(
        _ moment: Moment, _ survival: Survival, _ name: String, _ files: [String], _ tally: Tally
    ) async throws {
        // If nothing is acknowledged, there may be no store.
        guard durability == .full, !moment.known.acknowledged.isEmpty else { return }
        var random = SeededGenerator(seed: moment.seed &+ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        let derived = Self.derivedFiles[random.below(Self.derivedFiles.count)]
        let isOfJournal = workload.journal != .unused && random.chance(50)
        let damagedFile = isOfJournal ? "journal" : random.chance(60) ? "log.mdb" : derived
        guard let file = files.firstIndex(of: damagedFile) else { return }
        let sound = moment.disk.image(after: survival)
        var image = sound
        guard
            let damage = PageDamage.draw(
                in: &image, of: moment.disk, moment.written, file: file, name: damagedFile, &random)
        else { return }
        let paths = (sound: "\(folder)/sound-\(name)", damaged: "\(folder)/damaged-\(name)")
        try write(sound, files, to: paths.sound)
        try write(image, files, to: paths.damaged)
        let damaged = DamagedImage(
            sound: paths.sound, damaged: paths.damaged, damagedFile: damagedFile,
            description: "\(momentName) \(name), \(survival), \(damage.description)", known: moment.known,
            tasks: workload.tasks)
        try await auditDamaged(await tally.collect(damaged), tally)
    }

    func auditDamaged(_ images: [DamagedImage], _ tally: Tally) async throws {
        let results = try await DamagedImages.audit(images, in: folder)
        for (image, result) in zip(images, results) {
            await tally.count(result, of: image)
            try image.remove()
        }
    }
}
