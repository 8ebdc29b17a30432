/** The application under test: names of users in Bigtable, with Google's official client. */
const { Bigtable } = require('@google-cloud/bigtable');

class UserNames {
  #bigtable;
  #table;

  constructor({ project, instance, appProfile }) {
    this.#bigtable = new Bigtable({ projectId: project, appProfileId: appProfile, metricsEnabled: false });
    this.#table = this.#bigtable.instance(instance).table('users');
  }

  async set(id, name) {
    await this.#table.insert({ key: id, data: { profile: { name } } });
  }

  /** Returns the name; undefined if the user has none. */
  async get(id) {
    const [rows] = await this.#table.getRows({ keys: [id] });
    return rows[0]?.data.profile?.name?.[0]?.value;
  }

  close() {
    return this.#bigtable.close();
  }
}

module.exports = { UserNames };
